CREATE TABLE `account_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`kind` text NOT NULL,
	`agent_id` text,
	`hash` text NOT NULL,
	`prefix` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	`rotated_to` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "account_tokens_agent" CHECK((kind = 'evt') = (agent_id IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_tokens_hash` ON `account_tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `account_tokens_account` ON `account_tokens` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_name` ON `accounts` (lower("name"));--> statement-breakpoint
CREATE TABLE `everme_conversations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`agent_id` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`conversation_id` text NOT NULL,
	`session_id` integer NOT NULL,
	`declared_turns` integer DEFAULT 0 NOT NULL,
	`flushed_operation` integer DEFAULT 0 NOT NULL,
	`drawn_turn` integer DEFAULT -1 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `everme_conversations_name` ON `everme_conversations` (`account_id`,`agent_id`,`kind`,`conversation_id`);--> statement-breakpoint
CREATE INDEX `everme_conversations_session` ON `everme_conversations` (`session_id`);--> statement-breakpoint
CREATE TABLE `everme_events` (
	`account_id` integer NOT NULL,
	`agent_id` text DEFAULT '' NOT NULL,
	`event` text NOT NULL,
	`outcome` text DEFAULT '' NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `agent_id`, `event`, `outcome`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `everme_profiles` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`stamp` text NOT NULL,
	`generated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `everme_replays` (
	`token_id` integer NOT NULL,
	`request_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`result` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`token_id`, `request_id`),
	FOREIGN KEY (`token_id`) REFERENCES `account_tokens`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `everme_replays_time` ON `everme_replays` (`created_at`);--> statement-breakpoint
CREATE TABLE `everme_uploads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_id` integer NOT NULL,
	`object_key` text NOT NULL,
	`secret_hash` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`content_hash` text NOT NULL,
	`status` text DEFAULT 'announced' NOT NULL,
	`idempotency_key` text,
	`result` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`token_id`) REFERENCES `account_tokens`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `everme_uploads_key` ON `everme_uploads` (`object_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `everme_uploads_once` ON `everme_uploads` (`token_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `everme_uploads_expiry` ON `everme_uploads` (`status`,`expires_at`);--> statement-breakpoint
CREATE TABLE `everme_watermarks` (
	`conversation_id` integer NOT NULL,
	`sync_scope` text DEFAULT '' NOT NULL,
	`turns` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`conversation_id`, `sync_scope`),
	FOREIGN KEY (`conversation_id`) REFERENCES `everme_conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `projects` ADD `account_id` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `projects_account` ON `projects` (`account_id`);--> statement-breakpoint
INSERT INTO `accounts` (`id`, `name`, `created_at`) VALUES (1, 'local', 0);
