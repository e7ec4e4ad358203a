CREATE TABLE `activity` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`project_id` integer,
	`session_id` integer,
	`entity_type` text,
	`entity_id` integer,
	`data` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `activity_session` ON `activity` (`session_id`,`id`);--> statement-breakpoint
CREATE TABLE `embeddings` (
	`text_hash` text NOT NULL,
	`model` text NOT NULL,
	`vector` blob NOT NULL,
	PRIMARY KEY(`model`, `text_hash`)
);
--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`branch` text,
	`turn` integer NOT NULL,
	`kind` text NOT NULL,
	`tool_name` text,
	`tool_use_id` text,
	`input` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`is_error` integer,
	`files` text DEFAULT '[]' NOT NULL,
	`cwd` text,
	`message_id` text,
	`original_chars` integer DEFAULT 0 NOT NULL,
	`dedupe_key` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_dedupe` ON `events` (`session_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `events_turn` ON `events` (`session_id`,`turn`,`id`);--> statement-breakpoint
CREATE INDEX `events_project` ON `events` (`project_id`,`id`);--> statement-breakpoint
CREATE TABLE `injections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`branch` text,
	`host` text,
	`host_session_id` text,
	`event` text NOT NULL,
	`text` text NOT NULL,
	`trace` text DEFAULT '[]' NOT NULL,
	`chars` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `injections_project` ON `injections` (`project_id`,`id`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`payload` text DEFAULT '{}' NOT NULL,
	`status` text DEFAULT 'queued' NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`leased_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_kind_key` ON `jobs` (`kind`,`key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`status`,`run_at`);--> statement-breakpoint
CREATE TABLE `memories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer DEFAULT 0 NOT NULL,
	`branch` text,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`attribute` text DEFAULT '' NOT NULL,
	`tags` text DEFAULT '' NOT NULL,
	`tier` text DEFAULT 'normal' NOT NULL,
	`kind` text DEFAULT 'memory' NOT NULL,
	`importance` real DEFAULT 5 NOT NULL,
	`confidence` real DEFAULT 0.5 NOT NULL,
	`source_session` text DEFAULT '' NOT NULL,
	`sources` text DEFAULT '[]' NOT NULL,
	`access_count` integer DEFAULT 0 NOT NULL,
	`last_accessed` integer,
	`supersedes` integer,
	`superseded_by` integer,
	`review_state` text,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memories_active_key` ON `memories` (`project_id`,`key`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `memories_status_updated` ON `memories` (`status`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `memories_project` ON `memories` (`project_id`,`status`,`tier`);--> statement-breakpoint
CREATE TABLE `observations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer,
	`project_id` integer NOT NULL,
	`branch` text,
	`turn` integer,
	`title` text NOT NULL,
	`subtitle` text,
	`summary` text NOT NULL,
	`facts` text DEFAULT '[]' NOT NULL,
	`concepts` text DEFAULT '[]' NOT NULL,
	`files_read` text DEFAULT '[]' NOT NULL,
	`files_modified` text DEFAULT '[]' NOT NULL,
	`obs_type` text NOT NULL,
	`category` text NOT NULL,
	`priority` text NOT NULL,
	`confidence` real DEFAULT 0.5 NOT NULL,
	`source` text NOT NULL,
	`sources` text DEFAULT '[]' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `observations_turn` ON `observations` (`session_id`,`turn`);--> statement-breakpoint
CREATE INDEX `observations_project` ON `observations` (`project_id`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `operation_changes` (
	`operation_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`entity_table` text NOT NULL,
	`entity_id` integer NOT NULL,
	`before` text,
	`after` text,
	PRIMARY KEY(`operation_id`, `seq`),
	FOREIGN KEY (`operation_id`) REFERENCES `operations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `operation_changes_entity` ON `operation_changes` (`entity_table`,`entity_id`);--> statement-breakpoint
CREATE TABLE `operations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_name` text NOT NULL,
	`project_id` integer DEFAULT 0 NOT NULL,
	`undoable` integer DEFAULT true NOT NULL,
	`undone_by` integer,
	`undo_of` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `operations_kind` ON `operations` (`kind`,`id`);--> statement-breakpoint
CREATE TABLE `project_aliases` (
	`project_id` integer NOT NULL,
	`alias` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `alias`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_aliases_alias` ON `project_aliases` (`alias`);--> statement-breakpoint
CREATE TABLE `project_roots` (
	`path` text PRIMARY KEY NOT NULL,
	`project_id` integer NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_roots_project` ON `project_roots` (`project_id`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`mode` text DEFAULT 'auto' NOT NULL,
	`needs_review` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`last_activity_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `projects_key` ON `projects` (`key`);--> statement-breakpoint
CREATE INDEX `projects_activity` ON `projects` (`last_activity_at`);--> statement-breakpoint
CREATE TABLE `prompts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`branch` text,
	`prompt_number` integer NOT NULL,
	`text` text NOT NULL,
	`is_private` integer DEFAULT false NOT NULL,
	`original_chars` integer NOT NULL,
	`dedupe_key` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `prompts_dedupe` ON `prompts` (`session_id`,`dedupe_key`);--> statement-breakpoint
CREATE INDEX `prompts_session` ON `prompts` (`session_id`,`prompt_number`);--> statement-breakpoint
CREATE INDEX `prompts_project` ON `prompts` (`project_id`,`id`);--> statement-breakpoint
CREATE TABLE `receipts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`status` text NOT NULL,
	`entity` text NOT NULL,
	`holders` text DEFAULT '[]' NOT NULL,
	`error` text,
	`requested_at` integer NOT NULL,
	`completed_at` integer
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`host` text NOT NULL,
	`host_session_id` text NOT NULL,
	`project_id` integer NOT NULL,
	`branch` text,
	`cwd` text,
	`title` text,
	`title_rank` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`end_reason` text,
	`started_at` integer NOT NULL,
	`last_event_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_host_id` ON `sessions` (`host`,`host_session_id`);--> statement-breakpoint
CREATE INDEX `sessions_project_time` ON `sessions` (`project_id`,`last_event_at`);--> statement-breakpoint
CREATE INDEX `sessions_time` ON `sessions` (`last_event_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `summaries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`branch` text,
	`turn` integer NOT NULL,
	`request` text NOT NULL,
	`investigated` text NOT NULL,
	`learned` text NOT NULL,
	`completed` text NOT NULL,
	`next_steps` text NOT NULL,
	`notes` text NOT NULL,
	`files_read` text DEFAULT '[]' NOT NULL,
	`files_modified` text DEFAULT '[]' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `summaries_turn` ON `summaries` (`session_id`,`turn`);--> statement-breakpoint
CREATE INDEX `summaries_project` ON `summaries` (`project_id`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `tombstones` (
	`hash` text PRIMARY KEY NOT NULL,
	`receipt_id` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `turns` (
	`session_id` integer NOT NULL,
	`number` integer NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`is_private` integer DEFAULT false NOT NULL,
	`from_transcript` integer DEFAULT false NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`extracted_revision` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`session_id`, `number`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `turns_time` ON `turns` (`session_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `vector_entries` (
	`kind` text NOT NULL,
	`entity_id` integer NOT NULL,
	`chunk` integer NOT NULL,
	`text_hash` text NOT NULL,
	`model` text NOT NULL,
	PRIMARY KEY(`kind`, `entity_id`, `chunk`)
);
--> statement-breakpoint
CREATE INDEX `vector_entries_hash` ON `vector_entries` (`text_hash`);