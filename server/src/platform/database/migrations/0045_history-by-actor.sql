-- Written by hand: the history is found by who did it, no longer by what they are called.
DROP INDEX CONCURRENTLY IF EXISTS "order_events_to_fill";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_events_to_fill" ON "order_events" USING btree ("id") WHERE "order_events"."actor" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_events_of_desk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_events_of_desk" ON "order_events" USING btree ("id") WHERE case when actor is null then staff_id is not null or who not in ('buyer', 'PayPal', 'shop')
  else actor in ('staff', 'command line') end;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_events_of_desk_by_kind";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_events_of_desk_by_kind" ON "order_events" USING btree ("what","id") WHERE case when actor is null then staff_id is not null or who not in ('buyer', 'PayPal', 'shop')
  else actor in ('staff', 'command line') end;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_events_of_desk_by_day";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "order_events_of_desk_by_day" ON "order_events" USING btree (london_day(at),"id") WHERE case when actor is null then staff_id is not null or who not in ('buyer', 'PayPal', 'shop')
  else actor in ('staff', 'command line') end;
