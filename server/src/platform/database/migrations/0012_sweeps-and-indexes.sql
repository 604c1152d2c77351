DROP INDEX "payments_to_look_at";--> statement-breakpoint
CREATE INDEX "letters_by_departure" ON "letters" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "letters_given_up" ON "letters" USING btree ("given_up_at") WHERE "letters"."given_up_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_ended" ON "payments" USING btree ("created_at") WHERE "payments"."state" in ('superseded', 'declined');--> statement-breakpoint
CREATE INDEX "webhook_events_by_time" ON "webhook_events" USING btree ("processed_at");--> statement-breakpoint
CREATE INDEX "payments_to_look_at" ON "payments" USING btree ("look_again_at") WHERE "payments"."state" in ('new', 'created', 'capturing', 'unknown', 'pending', 'refunding');