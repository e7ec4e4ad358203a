/** Equivalents, English | Chinese: data, code, tests, review, repositories, formats, security. A line is a group. */
export const CODE = `
database/db | 数据库
postgres/postgresql/pg
javascript/js
typescript/ts
python/py
golang/go language
sql/query | 查询/语句
primary database/master/primary/writer | 主库/主节点
replica/read replica/slave/read only copy | 从库/副本/只读库
schema/table structure/data model | 表结构/数据结构/模式/数据模型
migration/schema change/schema migration | 迁移/变更/结构变更
table | 数据表/表格/表
column/field | 字段/列
row/record | 记录/行
index | 索引
primary key | 主键
foreign key | 外键
unique/uniqueness | 唯一
constraint | 约束/限制
transaction | 事务
isolation level | 隔离级别
stored procedure | 存储过程
trigger | 触发器
join | 关联/连表
slow query | 慢查询
pagination/paging/page size/paginate | 分页/翻页
cursor | 游标
shard/sharding/partition | 分片/分库/分表/分区
data warehouse/warehouse | 数仓/数据仓库
data lake | 数据湖
etl/extract/ingest | 抽取/采集/接入
report/reporting | 报表/报告
analytics/analysis/analyse/analyze | 分析/统计
statistics/stats | 统计
cache/caching/cached | 缓存
cache invalidation/evict/eviction | 缓存失效/淘汰
in memory | 内存中
store/save/persist/keep/storage | 存储/保存/存放/存/持久化
object storage/bucket | 对象存储/存储桶
read | 读取/读
write | 写入/写
insert/add | 插入/新增/添加
delete/remove/erase | 删除/移除/删掉
soft delete | 软删除/逻辑删除
modify/edit/change/alter | 修改/编辑/更改/改动/变更
create/new | 创建/新建
copy/clone | 复制/拷贝/克隆
rename | 重命名/改名
sort/order/ordering | 排序/顺序
filter/filtering | 筛选/过滤
search/find/look up | 搜索/检索/查找/查询
full text | 全文
import | 导入
export | 导出
encode/encoding/charset/character set | 编码/字符集
decode | 解码
serialise/serialize/serialisation | 序列化
parse/parser/parsing | 解析
format/formatting | 格式/格式化
convert/conversion/transform | 转换/转化
compress/compression/zip | 压缩
decompress/unzip | 解压
encrypt/encryption | 加密
decrypt/decryption | 解密
hash/checksum/digest | 哈希/校验和/摘要
sign/signature/signing | 签名
random | 随机
string/text | 字符串/文本
number/numeric | 数字/数值
integer/int | 整数/整型
float/floating point/decimal | 浮点/小数/浮点数
boolean | 布尔
array/list | 数组/列表
map/dictionary/hash map | 字典/映射
object | 对象
null/empty/blank | 空值/为空/空白
enum | 枚举
timestamp | 时间戳
date | 日期
time zone/timezone | 时区
daylight saving/summer time/dst | 夏令时
utc | 世界时/协调世界时
unit | 单位
precision/accuracy/accurate | 精度/准确率/准确/精确
round/rounding | 四舍五入/取整/舍入
overflow | 溢出
default/by default | 默认/缺省
configuration/config/settings/setting/configure | 配置/设置/设定
config file/configuration file/settings file | 配置文件
parameter/argument/param | 参数/入参
return value | 返回值
variable | 变量
constant | 常量
function/method | 函数/方法
class | 类/类名
interface | 接口
api/endpoint | 接口
type/typing | 类型
generic/generics | 泛型
module | 模块
component | 组件
library/lib/dependency/package | 依赖/库/第三方库/依赖库
framework | 框架
plugin/add on/extension | 插件/扩展
template | 模板
algorithm | 算法
model | 模型
machine learning/ml | 机器学习
train/training/retrain | 训练/重新训练
inference/predict/prediction/forecast | 推理/预测
recommendation/recommend/suggest | 推荐/建议
embedding/vector | 向量/嵌入
llm/large language model | 大模型/大语言模型
prompt | 提示词/提示
dataset/data set | 数据集
data | 数据
labelling/annotation/annotate | 标注
feature engineering | 特征
source code/code/codebase | 代码/源码
repository/repo | 仓库/代码库/代码仓
monorepo | 单仓/单一仓库
branch | 分支
main branch/trunk/master branch/mainline | 主干/主分支
commit | 提交
commit message/commit title | 提交信息/提交说明/提交标题
merge | 合并
squash | 压缩提交/合并提交
rebase | 变基
merge conflict | 合并冲突
pull request/merge request/pr/mr | 合并请求/拉取请求
code review/review/reviewer | 代码评审/评审/审查/代码审查/审核
approve/approval/sign off | 批准/审批/同意/通过
reject/refuse/decline/send back | 拒绝/驳回/打回/退回
test/testing | 测试
unit test | 单元测试/单测
integration test | 集成测试
end to end/e2e/end to end test | 端到端/端到端测试
regression/regression test | 回归/回归测试
smoke test | 冒烟测试/冒烟
acceptance/acceptance test | 验收/验收测试
test case/case | 用例/测试用例
test data/fixture/sample data | 测试数据/样例数据/夹具
mock/stub/fake | 模拟/打桩/伪造
assertion/assert | 断言
coverage/test coverage | 覆盖率/覆盖
flaky/unstable/intermittent | 不稳定/偶发/时好时坏
benchmark | 基准/基准测试
lint/linter/linting | 代码检查/静态检查
formatter/code formatting | 格式化
code style/style guide/coding style/coding convention | 代码风格/编码规范/代码规范
convention/rule/guideline/standard | 约定/规范/规则/标准/规定
naming/name | 命名/名称/名字
camel case/camelcase | 驼峰
snake case/underscore | 下划线/蛇形
hyphen/dash/kebab case | 短横线/连字符/中划线
uppercase/capital/capital letter | 大写
lowercase/lower case | 小写
indent/indentation | 缩进
tab | 制表符/缩进
space/whitespace | 空格/空白
line break/newline/line ending | 换行/换行符
quote/quotes/quotation | 引号
semicolon | 分号
comma | 逗号
comment/comments | 注释/评论
documentation/docs/document/doc | 文档/说明文档
readme/manual/handbook/guide | 手册/指南/说明书/教程
example/sample | 示例/样例/例子
refactor/rewrite/refactoring | 重构/重写
technical debt/tech debt | 技术债
legacy/old code | 遗留/历史遗留/老代码/旧
deprecated/obsolete/deprecate/retire | 废弃/弃用/淘汰/下线
compatible/compatibility | 兼容/兼容性
backward compatible/backwards compatible | 向后兼容/向下兼容
breaking change | 不兼容变更/破坏性变更
architecture/design | 架构/设计
pattern | 模式
layer | 层/分层
decouple | 解耦
abstraction | 抽象
entry point | 入口
directory/folder | 目录/文件夹
file | 文件
path | 路径
root directory/root | 根目录
temporary/temp/interim | 临时/暂时
generated/generate/auto generated/generation | 生成/自动生成
manual/by hand/manually | 手动/人工/手工
automatic/automatically/auto/automation/automate | 自动/自动化
editor/ide | 编辑器
compiler | 编译器
runtime | 运行时
interpreter | 解释器
package manager | 包管理器/包管理
lock file/lockfile | 锁文件
pin/pinned/fixed version | 锁定版本/固定版本/固定
license/licence | 许可证/授权/许可
open source | 开源
third party/external | 第三方/外部
in house/internal | 内部/自研/自建
login/log in/sign in/signin/log on | 登录/登陆/登入
logout/log out/sign out/signout | 登出/退出登录/注销
single sign on/sso | 单点登录
sign up/signup/register/registration | 注册
account | 账号/账户/帐号
username/user name | 用户名
password/passcode | 密码/口令
forgot password/password reset/reset password | 忘记密码/重置密码/找回密码
remember me/stay signed in | 记住我/记住登录/免登录
authentication/auth/authenticate/verify identity | 认证/鉴权/身份验证/登录验证
authorisation/authorization/authorize/authorise/grant | 授权/鉴权/赋权
permission/access right/access control/privilege | 权限/访问控制
role | 角色
administrator/admin | 管理员/管理后台
two factor/2fa/mfa/multi factor | 双因素/两步验证/二次验证/多因素
verification code/one time code/otp/captcha | 验证码
session | 会话
cookie
token/access token | 令牌/凭证
credential/credentials/secret | 凭证/凭据/密钥/机密
api key/access key/key | 密钥/接口密钥/秘钥
rotate/rotation | 轮换
security/secure/safe/safety | 安全/安全性
vulnerability/security hole/exploit | 漏洞
attack/attacker | 攻击
injection | 注入
cross site scripting/xss | 跨站脚本
csrf | 跨站请求伪造
brute force/credential stuffing | 暴力破解/撞库
malicious/malware | 恶意/恶意软件
sanitise/sanitize/escape | 转义/过滤/清洗
mask/redact/anonymise/anonymize/masking | 脱敏/打码/匿名化/遮盖
sensitive/confidential/private | 敏感/机密/保密
privacy/personal data/gdpr | 隐私/个人信息/个人数据
compliance/regulation/regulatory | 合规/监管/法规
audit/audit log | 审计/审计日志
validate/validation/check/verify/verification | 校验/验证/检查/核对/检验
idempotent/idempotency | 幂等
consistent/consistency | 一致/一致性
eventual consistency | 最终一致
recursive/recursion | 递归
loop/iterate/iteration | 循环/迭代/遍历
nested/nesting | 嵌套
depth/deep | 深度
graph | 图
tree | 树
stack | 堆栈/栈
stack trace/backtrace | 调用栈/堆栈信息
pointer/reference | 指针/引用
allocate/allocation | 分配
event | 事件
listener/event handler/handler | 监听器/监听/处理器
state/status | 状态
state machine | 状态机
lifecycle/life cycle | 生命周期
hook | 钩子
dispatch | 分发/派发
feature/function | 功能/特性
prototype/proof of concept/poc | 原型/概念验证
dead code/unused | 无用代码/未使用/没用
hard coded/hardcode/hardcoded | 硬编码/写死
regex/regular expression | 正则/正则表达式
wildcard | 通配符
url/link/hyperlink | 链接/网址
query parameter/query string | 查询参数
identifier/id | 标识/编号/标识符
serial number/sequence number | 序列号/流水号/序号
`;
