CREATE INDEX "cities_largest" ON "cities" USING btree ("population" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "cities_latitude" ON "cities" USING btree ("latitude","id");