/** Equivalents, English | Chinese: people and their preferences, teams, decisions, duties, everyday words. A line is a group. */
export const PEOPLE = `
team/squad/group | 团队/小组/组
colleague/coworker/teammate | 同事/队友
developer/engineer/programmer | 开发/工程师/程序员/研发
tester/qa/quality assurance | 测试人员/质量保证/质检
designer | 设计师
product manager/pm | 产品经理
project manager | 项目经理
architect | 架构师
boss/manager/lead/leader/head | 负责人/领导/主管/经理/组长
owner/maintainer/in charge/responsible/maintain | 负责人/负责/维护/维护者/责任人
expert/specialist | 专家
newcomer/new hire/onboarding/newbie | 新人/入职/新员工
intern | 实习生
employee/staff | 员工/职员/人员
person/people | 人员/人
stakeholder | 干系人/相关方
partner | 合作方/合作伙伴/伙伴
contractor/outsourcing/outsource | 外包
prefer/preference/favourite/favorite | 喜欢/偏好/偏爱/更喜欢/倾向
like/fond of/love | 喜欢/喜爱
dislike/hate/does not like | 不喜欢/讨厌/反感
want/wish/would like | 想要/希望/要求
habit/usually/used to | 习惯/通常/一般
verbose/wordy/long winded | 啰嗦/冗长/繁琐
concise/brief/short/terse/succinct | 简短/简洁/精简/简明/扼要
detail/detailed/details | 详细/细节/明细
simple/easy/plain | 简单/容易/简易
complex/complicated/complexity | 复杂/复杂度
clear/clarity | 清晰/清楚/明确
tone/voice | 语气/口吻
polite/formal | 礼貌/正式
greeting | 问候/打招呼
emoji/emoticon | 表情/表情符号
bullet point/bullet/bullet list | 要点/列表/条目
step by step/step | 步骤/逐步/一步一步
explain/explanation | 解释/说明
describe/description | 描述/说明
answer/reply/respond | 回答/回复/答复/答案
question/ask | 提问/询问/问题
discuss/discussion | 讨论/商量
communicate/communication | 沟通/交流
agree/consent | 同意/赞成
disagree/object/oppose | 反对/不同意
decide/decision/choose/chose/choice/pick/select | 决定/选择/选定/选用/决策/选型
alternative/other option/substitute | 替代/备选/备选方案/替代方案
reason/why/rationale | 原因/理由/缘由
advantage/benefit/pro | 优点/好处/优势
disadvantage/drawback/downside | 缺点/劣势/弊端
trade off/tradeoff/compromise | 权衡/取舍/折中
plan/roadmap | 计划/规划/路线图
goal/target/aim/objective/purpose | 目标/目的/用途
requirement/demand/need | 需求/要求
scope | 范围
priority/urgent/urgency/prioritise/prioritize | 优先级/优先/紧急
important/critical/key/crucial | 重要/关键/核心
optional | 可选/选填
required/mandatory/must/compulsory/have to | 必须/必填/必需/强制/务必
forbid/forbidden/prohibit/prohibited/ban/disallow/not allowed/must not | 禁止/不允许/不准/不得/严禁/不能
allow/allowed/permit/may | 允许/准许/可以
recommended/advise/advice | 建议/推荐
avoid/prevent | 避免/防止/杜绝
support/supported | 支持
unsupported/not supported | 不支持
enable/turn on/switch on/activate | 启用/开启/打开/激活
disable/turn off/switch off/deactivate | 禁用/关闭/停用/关掉
open | 打开/开放
close | 关闭/关上
confirm/confirmation | 确认
cancel/cancelled/cancellation/canceled | 取消
submit/hand in | 提交/递交
postpone/put off/delayed | 推迟/延期/延后
skip/ignore/omit | 跳过/忽略/略过
wait/waiting | 等待/等候
finish/complete/done/completed | 完成/结束/做完
begin/start | 开始
continue/resume | 继续/恢复/续传
pause/suspend | 暂停/挂起
repeat | 重复/反复
split/divide/separate | 拆分/分割/分开/分离
combine/join/merge/unify | 合并/结合/统一
share/shared | 共享/分享/共用
assign/allocate | 分配/指派
hand over/handover/hand off | 交接/移交
task/job/todo/to do | 任务/待办
project | 项目/工程
milestone | 里程碑
sprint/iteration | 迭代/冲刺
stand up/standup/daily meeting | 站会/晨会/例会
progress | 进度/进展
estimate/estimation | 估算/预估/估计
weekly report/status report | 周报
monthly report | 月报
minutes/meeting notes/notes | 纪要/会议纪要/记录/笔记
remember/memory | 记住/记忆
forget/forgotten | 忘记/遗忘
know/knowledge | 知道/知识
knowledge base/wiki | 知识库
learn/study | 学习
teach/training course/train staff | 培训/教学
experience | 经验/经历
skill | 技能
salary/wage/payroll | 工资/薪资/薪水
attendance/clock in/punch in | 考勤/打卡
overtime | 加班
remote/work from home | 远程/居家办公
office | 办公室/办公
recruit/hire/hiring/interview | 招聘/面试
resume/cv | 简历
resign/leave company | 离职/辞职
process/procedure/workflow | 流程/步骤/工作流
policy | 策略/政策
strategy | 策略/战略
method/approach/way/solution | 方法/方式/方案/办法/做法
tool | 工具
system | 系统
platform | 平台
quality | 质量/品质
efficient/efficiency | 效率/高效
stable/stability | 稳定/稳定性
reliable/reliability | 可靠/可靠性
flexible/flexibility | 灵活
effect/impact/consequence/influence | 影响/后果/效果
result/outcome | 结果
problem/trouble/difficulty | 问题/麻烦/困难
wrong/incorrect | 错误/不对/不正确
correct/right | 正确/对的
same/identical/equal | 相同/一样/同样/一致
different/difference/differ | 不同/区别/差异/差别
similar/alike | 相似/类似
compare/comparison | 比较/对比
match/matching | 匹配/吻合
related/relation/relationship | 相关/关系/关联
belong/ownership | 归属/属于
include/contain | 包含/包括/含有
exclude/except | 排除/除外/除了
only/solely | 只有/仅/只能
instead/rather than/replace | 代替/而不是/替代
each/per/individual | 每个/各个/单个
group by/grouping | 分组
multiple/several/many | 多个/多种/若干
single/one | 单个/一个/唯一
other/another | 其他/其它/另一个
special/particular | 特殊/特别
common/general/generic | 通用/常见/公共
public | 公开/公共/公有
private | 私有/私人
hidden/hide | 隐藏
visible/show/display/appear | 显示/可见/展示/出现
disappear/vanish | 消失/不见
place/where/location | 位置/地方/哪里
source/origin | 来源/源头
direction | 方向
top/upper | 顶部/上方/上面
bottom/lower | 底部/下方/下面
left | 左侧/左边
right side | 右侧/右边
center/centre/middle | 中间/居中/中心
front | 前面
behind | 后面
inside/within | 里面/内部
outside | 外面/外部
level/grade | 级别/等级/层级
type/kind/category | 类型/种类/类别/分类
property/attribute | 属性
condition | 条件
exception/special case/edge case/corner case | 例外/边界情况/特例/特殊情况
situation/scenario | 场景/情况
example/for instance | 例如/比如
reference | 参考/引用
evidence/proof | 证据/凭据
source of truth | 权威来源/唯一来源
history/past | 历史
future | 将来/未来
change/changed | 变化/变更/改变
stay/remain/keep | 保持/保留
expected/expect | 预期/期望
unexpected/surprise | 意外/异常
lack/insufficient/not enough | 不足/缺乏/不够
enough/sufficient | 足够
too many/too much/excessive | 过多/太多
high/higher | 较高/过高/偏高
low/lower | 较低/过低/偏低
big/large/huge | 大型/巨大/很大/过大
small/tiny | 小型/很小/过小
long | 过长/太长/很长
empty | 空的/清空/为空
full | 已满/满了
ready/prepare/preparation | 准备/就绪
arrive/arrival | 到达/抵达/到货
send/deliver | 发送/派发/寄送
receive/accept | 接收/接受/收到
collect/gather | 收集/采集
distribute | 分发/分布
measure/measurement | 测量/措施/衡量
calculate/compute/calculation | 计算
control | 控制
manage/management | 管理
operate/operation | 操作/运营
handle/deal with/treat | 处理
use/using/adopt | 使用/采用/用
detect/detection/discover | 检测/发现/探测
recognise/recognize/recognition/identify | 识别/辨认
tolerance | 容差/误差/容忍
accident/emergency | 事故/应急/紧急
protect/protection | 保护/防护
rule out/exclude | 排除
responsibility/duty | 职责/责任
`;
