/** Equivalents, English | Chinese: environments, releases, servers, networks, builds, watching, trouble. A line is a group. */
export const OPERATIONS = `
deploy/release/rollout/roll out/ship/go live/publish | 部署/上线/发布/发版/投产
roll back/rollback/revert/undo | 回滚/回退/撤销/还原
canary/gradual rollout/staged rollout/phased | 灰度/金丝雀/分批/逐步放量
blue green | 蓝绿
feature flag/feature toggle/feature switch/toggle | 功能开关/特性开关/开关
staging/pre production/preprod/uat | 预发布/预发/预生产/测试环境/准生产
production/prod/live environment | 生产环境/生产/线上/正式环境
development environment/dev environment | 开发环境
test environment/qa environment | 测试环境
sandbox | 沙箱/沙盒
environment/env | 环境
environment variable/env var | 环境变量
local/localhost/on my machine | 本地/本机
server/host/machine | 服务器/主机/机器
service | 服务
microservice | 微服务
monolith | 单体
cluster | 集群
node | 节点
container/docker | 容器
image | 镜像
kubernetes/k8s
virtual machine/vm | 虚拟机
cloud | 云端/云上/云服务
region | 地域/区域
data center/datacentre/server room | 机房/数据中心
on premise/self hosted | 私有化/自建/自托管/本地部署
vendor/supplier/provider | 供应商/厂商/服务商
port | 端口
socket | 套接字
network | 网络
domain name/hostname | 域名
dns | 域名解析
proxy | 代理
reverse proxy | 反向代理
gateway | 网关
load balancer/load balancing | 负载均衡
firewall | 防火墙
vpn | 专线
bandwidth | 带宽
traffic | 流量
packet | 数据包/报文
latency/delay/lag | 延迟/时延/滞后
timeout/time out | 超时
retry/try again/attempt | 重试/再试/重发
backoff | 退避
heartbeat/keepalive/keep alive | 心跳/保活
connection/connect | 连接
long lived connection/persistent connection/websocket | 长连接
connection pool | 连接池
disconnect/drop connection | 断开/断线/掉线/断连
offline/no network | 离线/断网/脱机
online/connected | 在线/联网
download/fetch/pull | 下载/拉取/获取
upload | 上传
request | 请求
response/reply/answer | 响应/回复/返回
status code | 状态码
header | 请求头/头部/表头
payload/body | 请求体/载荷/正文
redirect | 重定向/跳转
webhook/callback | 回调/钩子
polling/poll | 轮询
push notification/push message | 推送
rate limit/throttle/throttling | 限流/限速/频率限制/频控
quota/allowance | 配额/额度/限额
circuit breaker | 熔断
degrade/degradation/fallback | 降级/兜底/回退
failover/switch over/standby | 故障转移/主备切换/切换/备用
high availability | 高可用
disaster recovery | 灾备/容灾
backup/back up | 备份
restore/recover/recovery | 恢复/还原
snapshot | 快照
archive | 归档/存档
retention/keep for | 保留/留存/保存期
scale/scaling/scale out | 扩容/伸缩/扩展
shrink/scale in | 缩容
capacity | 容量
load test/stress test/performance test | 压测/压力测试/性能测试
throughput/qps | 吞吐/吞吐量
peak/rush hour | 高峰/峰值
concurrency/concurrent/parallel | 并发/并行
single thread/thread | 线程
process | 进程
worker | 工作进程/工作线程
daemon/background process | 守护进程/后台进程
queue | 队列
message queue/message broker/mq | 消息队列/消息中间件
topic | 主题
producer/publisher | 生产者
consumer/subscriber | 消费者/订阅者
subscribe/subscription | 订阅
dead letter | 死信
backlog/pile up | 积压/堆积
scheduler/scheduled job/cron/cron job/scheduled task/timer | 定时任务/计划任务/调度/定时器/定时
nightly/overnight/every night | 每晚/夜间/凌晨/每夜
batch | 批量/批处理/批次
build/compile | 构建/编译/打包
package/bundle | 打包/包
artifact/build output | 构建产物/制品/产物
pipeline/ci/continuous integration | 流水线/持续集成
continuous delivery/continuous deployment/cd | 持续交付/持续部署
runner/build agent/build machine | 构建机/执行器
trigger/kick off | 触发
script | 脚本
command/cli/command line | 命令/命令行
terminal/shell/console | 终端/控制台
flag/switch/command option | 参数/选项
install/installation/set up/setup | 安装/搭建
installer | 安装包/安装程序
uninstall/remove | 卸载/移除
upgrade/update | 升级/更新
downgrade | 降级/回退
version | 版本
version number | 版本号
patch/hotfix | 补丁/热修复/紧急修复
changelog/release notes/release note | 更新日志/变更日志/发布说明
tag/label | 标签
maintenance window/downtime | 维护窗口/停机/停服
freeze/code freeze | 封版/冻结/封网
restart/reboot/relaunch | 重启
start/launch/boot/startup | 启动/开机
stop/shut down/shutdown/halt | 停止/关闭/停机/关机
crash/abort | 崩溃/闪退/宕机
hang/freeze/stuck/unresponsive | 卡住/卡死/假死/无响应
slow/sluggish/takes long | 慢/缓慢/很慢/变慢/卡顿
fast/quick/speed up/accelerate | 快速/加速/提速
performance | 性能
optimise/optimize/optimisation/optimization/tune/tuning | 优化/调优
bottleneck | 瓶颈
memory/ram | 内存
memory leak/leak | 内存泄漏/泄漏/泄露
out of memory/oom | 内存溢出/内存不足
cpu/processor | 处理器
gpu/graphics card | 显卡
disk/hard drive | 磁盘/硬盘
disk full/out of space/disk space | 磁盘满/空间不足/磁盘空间
file system | 文件系统
mount | 挂载
log/logging | 日志
log level | 日志级别
monitor/monitoring/observability | 监控/监测/观测
alert/alarm/alerting | 告警/报警/警报/预警
on call/duty/shift | 值班/轮值/排班
dashboard/board | 看板/仪表盘/面板/大盘
metric/indicator | 指标
trace/tracing | 链路追踪/追踪/链路
health check/probe | 健康检查/探活/探针
uptime/availability | 可用性/在线率
sla | 服务等级
incident/outage/failure | 事故/故障/宕机
postmortem/retrospective/post mortem | 复盘/事后分析
root cause/cause/reason | 根因/原因/起因
threshold | 阈值/门限/临界值
error/mistake | 错误/报错/出错
exception | 异常
error code | 错误码
error message | 错误信息/报错信息/错误提示
warning/warn | 警告/告警
bug/defect/issue | 缺陷/漏洞/问题
fix/repair/solve/resolve | 修复/解决/修正/修好
workaround | 绕过/临时方案/规避
reproduce/repro | 复现/重现
debug/troubleshoot/investigate/diagnose | 调试/排查/排障/诊断/定位
fail/failed/failing/unsuccessful | 失败/不成功
success/succeed/successful | 成功
invalid/illegal | 无效/非法/不合法
missing/absent/lack | 缺失/缺少/丢失/没有
lose/lost/loss | 丢失/丢掉/遗失
duplicate/repeated/twice | 重复/两次
conflict/clash | 冲突
race condition | 竞态/竞争条件
deadlock | 死锁
lock/locking | 加锁/锁定/上锁
unlock | 解锁
corrupt/corrupted/broken/damaged | 损坏/坏掉/破损
garbled/mojibake | 乱码
blank page/white screen | 白屏/空白页
expire/expired/expiry/expiration | 过期/到期/失效/有效期
valid/validity | 有效
certificate/tls/ssl/https | 证书
registry | 镜像仓库/注册中心
mirror | 镜像/镜像源
service discovery | 服务发现
config center | 配置中心
infrastructure | 基础设施
terraform/infrastructure as code | 基础设施即代码
operations/ops/sre | 运维
devops | 研发运维
edge/cdn | 边缘/内容分发
power cut/power outage/power failure | 断电/停电/掉电
battery | 电池/电量
hardware | 硬件
firmware | 固件
driver | 驱动
device | 设备
sensor | 传感器
robot | 机器人
printer/print | 打印机/打印
scanner/scan | 扫描/扫码
camera | 摄像头/相机
temperature | 温度
cold start | 冷启动
warm up/preheat | 预热
idle | 空闲/闲置
cleanup/clean up/purge | 清理/清除
garbage collection | 垃圾回收
interval/frequency/how often | 间隔/频率/周期
synchronise/synchronize/sync/synchronisation | 同步
asynchronous/async | 异步
real time/realtime/live | 实时
stream/streaming | 流式/流处理/推流
migrate/migration/move | 迁移/搬迁
switch/change over/replace | 切换/替换/更换/换成
cost/expense/bill | 成本/费用/开销/账单
resource | 资源
utilisation/utilization/usage | 利用率/使用率/用量
rack/cabinet | 机柜/机架
clock/time sync | 时钟/对时
address | 地址
endpoint | 端点/接口地址
ip/ip address | 地址
whitelist/allowlist/allow list | 白名单
blacklist/blocklist/denylist | 黑名单
block/ban/banned | 屏蔽/封禁/拦截/阻止
intercept/interceptor/middleware | 拦截/拦截器/中间件
`;
