/** Equivalents, English | Chinese: interfaces, business, shops, money, content, quantities, time. A line is a group. */
export const PRODUCT = `
frontend/front end/client side | 前端
backend/back end/server side | 后端/服务端
full stack | 全栈
client | 客户端
user interface/ui | 界面
user experience/ux | 用户体验/体验
website/site/web site | 网站/站点
web page/page | 网页/页面
home page/homepage/landing page/start page | 首页/主页/落地页
app/application | 应用/程序
mobile/phone/smartphone/cell phone | 手机/移动端
tablet | 平板
desktop | 桌面/桌面端
browser | 浏览器
mini program | 小程序
screen/display | 屏幕/显示/显示屏
window | 窗口
layout | 布局/版式
style/css/styling/stylesheet | 样式/样式表
theme | 主题
dark mode/dark theme/night mode | 深色模式/暗色/暗黑模式/夜间模式
light mode/light theme | 浅色模式/浅色/亮色
colour/color | 颜色/配色
font/typeface | 字体
font size | 字号/字体大小
icon | 图标
logo | 标志/商标
picture/image/photo/photograph | 图片/照片/图像
thumbnail/preview image | 缩略图/预览图
avatar/profile picture | 头像
video | 视频
audio/sound/voice | 音频/声音/语音
subtitle/caption | 字幕
animation/transition | 动画/动效/过渡
chart/diagram/plot | 图表/曲线
map | 地图
button | 按钮
checkbox/tick box | 复选框/勾选
radio button | 单选
dropdown/drop down/select box | 下拉框/下拉/下拉菜单
input/text field/text box/input field | 输入框/输入/文本框
form | 表单
modal/dialog/popup/pop up | 弹窗/对话框/弹框/模态框
tooltip/hint | 提示/气泡
toast/snackbar | 轻提示/消息提示
notification/notify/inform | 通知/提醒/告知
reminder/remind | 提醒/催办
menu | 菜单
navigation/nav/navigation bar | 导航/导航栏
sidebar | 侧边栏/侧栏
toolbar | 工具栏
tray/system tray | 托盘/系统托盘
shortcut/hotkey/keyboard shortcut | 快捷键/快捷方式
keyboard | 键盘
mouse/click | 鼠标/点击/单击
drag/drag and drop | 拖拽/拖动/拖放
scroll/scrolling | 滚动/滑动
infinite scroll | 无限滚动
focus | 焦点/聚焦
hover | 悬停
accessibility/a11y/screen reader | 无障碍/读屏/可访问性
responsive | 响应式/自适应
render/rendering/draw | 渲染/绘制
lazy load/lazy loading | 懒加载/延迟加载
load/loading | 加载/载入
placeholder/skeleton | 占位/骨架屏/占位符
preview | 预览
draft/unsaved/unsaved changes | 草稿/未保存
autosave/auto save | 自动保存
refresh/reload | 刷新/重新加载
undo | 撤销/撤回
internationalisation/internationalization/i18n/localisation/localization/l10n | 国际化/本地化/多语言
translate/translation | 翻译/译文
language/locale/tongue | 语言/语种
right to left/rtl | 从右到左/右到左
copywriting/wording/copy | 文案/措辞
title/heading/headline | 标题
summary/abstract/overview | 摘要/总结/概要/概述
content | 内容
article/post/blog | 文章/帖子/博客
attachment | 附件
spreadsheet/excel/sheet | 电子表格/表格
pdf
invoice/bill/receipt | 发票/账单/收据/票据
order | 订单/下单
purchase/buy/procurement | 购买/采购/下单
sell/sale/sales | 销售/售卖
cart/basket/shopping cart | 购物车
checkout/check out/settlement | 结算/结账/收银
payment/pay/paying | 支付/付款/缴费
payment gateway/payment provider | 支付网关/支付渠道/支付平台
refund/money back | 退款/退费
return goods/returns | 退货
credit card/bank card/card | 信用卡/银行卡
bank | 银行
transfer | 转账/转移
balance | 余额
wallet | 钱包
price/pricing | 价格/定价/单价
discount/reduction | 折扣/优惠/打折
coupon/voucher/promo code | 优惠券/代金券/抵扣券
promotion/campaign | 促销/活动/营销活动
tax/vat/duty | 税/税率/税费/增值税
currency/exchange rate | 货币/币种/汇率
money/amount/sum | 金额/钱
cent/fen | 分
fee/charge/commission | 手续费/费用/佣金/收费
free/free of charge | 免费
trial/evaluation/trial version | 试用/试用期/体验版
paid/premium | 付费/高级版
subscription/membership/plan | 订阅/会员/套餐
renew/renewal | 续费/续期/续订
contract/agreement | 合同/协议
quote/quotation/offer | 报价
tender/bid/bidding | 投标/招标/标书
budget | 预算
revenue/income/turnover | 收入/营收
profit/margin | 利润/毛利
finance/accounting | 财务/会计
reconcile/reconciliation | 对账
inventory/stock | 库存/存货
oversell/oversold | 超卖
out of stock/sold out | 缺货/售罄
warehouse/depot | 仓库/库房
product/item/goods/merchandise | 商品/产品/货品/物品
sku/product code/article number/item number | 商品编号/货号/商品编码
catalogue/catalog/category | 目录/分类/类目/品类
brand | 品牌
supplier/vendor | 供应商
delivery/shipping/shipment/dispatch | 配送/发货/物流/送货
courier/parcel/express | 快递/包裹
tracking/track | 跟踪/追踪/追溯
customer/client/buyer | 客户/顾客/买家/用户
merchant/seller/shop/store | 商家/卖家/店铺/门店/商户
user | 用户
visitor/guest | 访客/游客
tenant/multi tenant | 租户/多租户
subscriber/member | 会员/订阅者
organisation/organization/company/enterprise | 组织/公司/企业/机构
department | 部门
customer service/customer support/support/helpdesk | 客服/客户支持/售后
ticket/work order | 工单
complaint/complain | 投诉/抱怨
feedback | 反馈
survey/questionnaire | 问卷/调查
rating/score/review | 评分/评价/打分
rank/ranking/leaderboard | 排名/排行榜/排行
points/reward/loyalty | 积分/奖励
gift/present | 礼品/礼物
game | 游戏
player | 玩家/播放器
music/song | 音乐/歌曲
book | 图书/书籍
chat/conversation/dialogue/dialog | 聊天/对话/会话
message | 消息/信息/留言
email/mail/e mail | 邮件/邮箱/电子邮件
sms/text message/short message | 短信
phone call/telephone/phone number | 电话/手机号/电话号码
contact | 联系/联系人/联系方式
calendar | 日历/日程
meeting | 会议/开会
appointment/booking/reservation/reserve/book | 预约/预订/预定
hotel | 酒店
flight/airline | 航班/航空
travel/trip/journey | 旅行/行程/出行
train/railway/metro/subway | 火车/铁路/地铁
bus | 公交/巴士/总线
car/vehicle | 车辆/汽车
license plate/number plate/plate number | 车牌/车牌号
parking | 停车/停车场
driver | 司机/驾驶员
passenger | 乘客/旅客
station | 车站/站点
gate | 闸机/大门
school | 学校
student/pupil | 学生/学员
teacher | 老师/教师
course/lesson/class | 课程/课
exam/examination/quiz | 考试/测验
homework/assignment | 作业
hospital/clinic | 医院/诊所
doctor/physician | 医生/大夫
patient | 病人/患者
medical record/medical | 病历/医疗
medicine/drug | 药品/药物
insurance | 保险
claim | 理赔/索赔
loan/credit/lending | 贷款/信贷/借款
risk/risk control | 风险/风控
fraud | 欺诈/诈骗/作弊
court/legal/law | 法院/法律/法务
government | 政府/政务
factory/plant | 工厂/厂区
production line/assembly line | 产线/生产线
machine/equipment | 机器/设备
energy/electricity/power | 能源/电力/用电
water | 用水/供水/水
weather | 天气/气象
wind/wind power | 风电/风力
solar | 光伏/太阳能
agriculture/farm/greenhouse | 农业/农场/温室
food/meal/dish | 食品/餐饮/菜品/食物
restaurant/kitchen | 餐厅/饭店/厨房
recipe | 菜谱/配方
property/real estate/house | 房产/房源/物业
rent/lease | 租金/租赁/出租
location/position/geolocation | 位置/定位/地点
distance | 距离/里程
height | 高度/身高
weight | 重量/权重
size | 大小/尺寸/体积
length | 长度
width | 宽度
count/how many/number of | 数量/个数/计数
total/overall | 总数/合计/总计
average/mean | 平均/均值/平均值
maximum/max/at most/upper limit/ceiling | 最大/最多/上限/最高
minimum/min/at least/lower limit | 最小/最少/下限/至少/最低
limit/cap/restriction/restrict | 限制/上限/限额
percent/percentage/ratio/proportion/share | 百分比/比例/占比/比率
increase/rise/grow/growth | 增加/上升/增长/升高
decrease/drop/fall/decline/reduce | 减少/下降/降低
half | 一半/减半
double | 翻倍/双倍/两倍
all/every/whole | 全部/所有/全量
partial/part/incremental | 部分/增量
first/initial/first time | 首次/第一次/初始/最初
last/final | 最后/最终
latest/newest/most recent/recent | 最新/最近/近期
current/currently/now | 当前/目前/现在
old/previous/former/earlier | 旧/以前/之前/原来/老
new | 新的/新版
later/afterwards/after | 之后/后来/以后/稍后
before/in advance/beforehand | 之前/提前/事先/预先
today | 今天/今日/当天
yesterday | 昨天/昨日
tomorrow | 明天
day/daily/every day/per day | 每天/每日/天/日常
week/weekly/every week | 每周/一周/周
month/monthly/every month | 每月/月度
year/yearly/annual/annually | 每年/年度/一年
quarter/quarterly | 季度/每季度
hour/hourly | 小时/每小时
minute | 分钟
second/seconds | 秒钟/秒
millisecond/milliseconds | 毫秒
morning | 早上/上午/早晨
noon/midday | 中午
afternoon | 下午
evening/night | 晚上/夜晚/夜里
midnight | 午夜/零点/半夜
weekend | 周末
workday/weekday/working day/business day | 工作日
holiday/vacation/leave | 假期/节假日/休假/请假
monday | 周一/星期一
tuesday | 周二/星期二
wednesday | 周三/星期三
thursday | 周四/星期四
friday | 周五/星期五
saturday | 周六/星期六
sunday | 周日/星期日/星期天
deadline/due date/cut off | 截止/截止日期/期限
schedule/timetable | 排期/日程/时间表/计划
long term | 长期
duration/how long | 时长/多久/多长时间/持续
period/cycle | 周期/期间
permanent/permanently/forever | 永久/永远
`;
