CREATE TABLE `reflections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`branch` text,
	`session_id` integer,
	`level` integer NOT NULL,
	`content` text NOT NULL,
	`observation_ids` text DEFAULT '[]' NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`source` text DEFAULT 'rules' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`gone` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reflections_level" CHECK(level BETWEEN 0 AND 3),
	CONSTRAINT "reflections_status" CHECK(status IN ('active', 'superseded', 'deleted')),
	CONSTRAINT "reflections_tokens" CHECK(input_tokens >= 0 AND output_tokens >= 0),
	CONSTRAINT "reflections_ids" CHECK(json_valid(observation_ids))
);
--> statement-breakpoint
CREATE INDEX `reflections_scope` ON `reflections` (`project_id`,`status`,`branch`,`id`);--> statement-breakpoint
CREATE INDEX `reflections_time` ON `reflections` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reflections_session` ON `reflections` (`session_id`);--> statement-breakpoint
CREATE TABLE `tasks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`branch` text,
	`content` text NOT NULL,
	`source` text DEFAULT 'rules' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "tasks_status" CHECK(status IN ('active', 'deleted'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tasks_session` ON `tasks` (`session_id`);--> statement-breakpoint
CREATE INDEX `tasks_scope` ON `tasks` (`project_id`,`status`,`branch`,`updated_at`,`id`);--> statement-breakpoint
ALTER TABLE `observations` ADD `reflection_id` integer;--> statement-breakpoint
CREATE INDEX `observations_reflection` ON `observations` (`reflection_id`) WHERE reflection_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `capture_paused_at` integer;--> statement-breakpoint
ALTER TABLE `projects` ADD `recall_paused_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `capture_paused_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `recall_paused_at` integer;
--> statement-breakpoint
CREATE INDEX `observations_unreflected` ON `observations` (`project_id`,`branch`,`created_at`,`id`,(CASE WHEN length(`summary`) + length(`facts`) > 2 THEN (length(`summary`) + length(`facts`) + 1) / 4 ELSE (length(`title`) + 3) / 4 END)) WHERE `reflection_id` IS NULL AND `status` = 'active' AND `source` <> 'running';
--> statement-breakpoint
CREATE TRIGGER `reflections_mark_insert` AFTER INSERT ON `reflections` WHEN NEW.`status` = 'active' BEGIN UPDATE `observations` SET `reflection_id` = NEW.`id` WHERE `reflection_id` IS NULL AND `id` IN (SELECT `value` FROM json_each(NEW.`observation_ids`)); UPDATE `reflections` SET `gone` = (SELECT count(*) FROM json_each(NEW.`observation_ids`) j WHERE NOT EXISTS (SELECT 1 FROM `observations` o WHERE o.`id` = j.`value` AND o.`status` = 'active')) WHERE `id` = NEW.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `reflections_mark_update` AFTER UPDATE OF `status`, `observation_ids` ON `reflections` WHEN NEW.`status` <> OLD.`status` OR NEW.`observation_ids` <> OLD.`observation_ids` BEGIN UPDATE `observations` SET `reflection_id` = NULL WHERE `reflection_id` = NEW.`id`; UPDATE `observations` SET `reflection_id` = NEW.`id` WHERE NEW.`status` = 'active' AND `reflection_id` IS NULL AND `id` IN (SELECT `value` FROM json_each(NEW.`observation_ids`)); UPDATE `reflections` SET `gone` = (SELECT count(*) FROM json_each(NEW.`observation_ids`) j WHERE NOT EXISTS (SELECT 1 FROM `observations` o WHERE o.`id` = j.`value` AND o.`status` = 'active')) WHERE `id` = NEW.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `reflections_mark_delete` AFTER DELETE ON `reflections` BEGIN UPDATE `observations` SET `reflection_id` = NULL WHERE `reflection_id` = OLD.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `observations_held_update` AFTER UPDATE OF `status` ON `observations` WHEN OLD.`reflection_id` IS NOT NULL AND (NEW.`status` = 'active') <> (OLD.`status` = 'active') BEGIN UPDATE `reflections` SET `gone` = `gone` + iif(NEW.`status` = 'active', -1, 1) WHERE `id` = OLD.`reflection_id`; END;
--> statement-breakpoint
CREATE TRIGGER `observations_held_delete` AFTER DELETE ON `observations` WHEN OLD.`reflection_id` IS NOT NULL AND OLD.`status` = 'active' BEGIN UPDATE `reflections` SET `gone` = `gone` + 1 WHERE `id` = OLD.`reflection_id`; END;
--> statement-breakpoint
CREATE TRIGGER `observations_bound_insert` BEFORE INSERT ON `observations` WHEN NEW.`category` NOT IN ('architecture', 'user_preference', 'bugfix', 'convention', 'dependency', 'file_pattern', 'task_context', 'learning') OR NEW.`priority` NOT IN ('high', 'medium', 'low') BEGIN SELECT RAISE(ABORT, 'an observation has no such category or priority'); END;
--> statement-breakpoint
CREATE TRIGGER `observations_bound_update` BEFORE UPDATE OF `category`, `priority` ON `observations` WHEN (NEW.`category` <> OLD.`category` AND NEW.`category` NOT IN ('architecture', 'user_preference', 'bugfix', 'convention', 'dependency', 'file_pattern', 'task_context', 'learning')) OR (NEW.`priority` <> OLD.`priority` AND NEW.`priority` NOT IN ('high', 'medium', 'low')) BEGIN SELECT RAISE(ABORT, 'an observation has no such category or priority'); END;
