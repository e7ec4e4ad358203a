/** Kinds of tools and those of each that a project picks one of: who asks for the kind finds what was chosen, and never the other way round. */
export const CLASSES = `
package manager | 包管理器/包管理 > pnpm/npm/yarn/bun/pip/uv/poetry/cargo/maven/gradle
test runner/test framework/testing framework | 测试框架 > vitest/jest/mocha/ava/pytest/unittest/jasmine
database/db | 数据库 > postgres/mysql/mariadb/sqlite/mongodb/dynamodb/cockroachdb
web framework | 网络框架 > express/fastify/koa/nestjs/hono/django/flask/fastapi/rails/laravel
frontend framework/ui framework | 前端框架 > react/vue/svelte/angular/preact
linter | 静态检查 > eslint/biome/oxlint/ruff/flake8/pylint
formatter | 格式化 > prettier/biome/dprint
bundler | 打包工具 > vite/webpack/rollup/esbuild/turbopack/parcel
orm > drizzle/prisma/typeorm/sequelize/sqlalchemy/knex
message queue/message broker | 消息队列 > kafka/rabbitmq/nats/sqs/bullmq/celery
ci/continuous integration | 持续集成 > jenkins/circleci/buildkite/github actions/gitlab ci
`;
