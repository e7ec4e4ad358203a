CREATE INDEX `events_project_kind_time` ON `events` (`project_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `injections_sent` ON `injections` (`project_id`,`host`,`event`,`created_at`,`chars`);--> statement-breakpoint
CREATE INDEX `memories_waiting` ON `memories` (`review_state`,`created_at`,`id`) WHERE review_state IS NOT NULL;