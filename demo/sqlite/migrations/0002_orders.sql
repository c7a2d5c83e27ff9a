CREATE INDEX `cities_largest` ON `cities` ("population" desc,`id`);--> statement-breakpoint
CREATE INDEX `cities_latitude` ON `cities` (`latitude`,`id`);