CREATE TABLE "code_sums" (
	"promo_code_id" integer PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"uses" integer NOT NULL,
	"given_pence" bigint NOT NULL,
	"brought_pence" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "order_events_of_desk_by_time";--> statement-breakpoint
DROP INDEX "desk_log_by_time";--> statement-breakpoint
DROP INDEX "orders_by_promo_code";--> statement-breakpoint
ALTER TABLE "code_sums" ADD CONSTRAINT "code_sums_promo_code_id_promo_codes_id_fk" FOREIGN KEY ("promo_code_id") REFERENCES "public"."promo_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_events_of_desk_by_day" ON "order_events" USING btree (london_day(at),"id") WHERE staff_id is not null or who not in ('buyer', 'PayPal', 'shop');--> statement-breakpoint
CREATE INDEX "desk_log_by_day" ON "desk_log" USING btree (london_day(at),"id");--> statement-breakpoint
CREATE INDEX "orders_by_promo_code" ON "orders" USING btree ("promo_code_id",coalesce(completed_at, 'infinity'::timestamptz)) WHERE "orders"."promo_code_id" is not null and "orders"."stage" <> 'cancelled';--> statement-breakpoint
-- Takes off what code_sums has counted. A fold that is under way either sees the change or is over before it is made.
CREATE FUNCTION take_off_code_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('code_sums'), OLD.promo_code_id);
  UPDATE code_sums SET uses = uses - 1, given_pence = given_pence + discount, brought_pence = brought_pence - paid
  FROM (SELECT coalesce(sum(pence) FILTER (WHERE kind = 'discount'), 0) AS discount, coalesce(sum(pence), 0) AS paid
    FROM order_sums WHERE order_id = OLD.id) AS sums
  WHERE promo_code_id = OLD.promo_code_id AND until >= OLD.completed_at;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER code_sums_of_cancelled AFTER UPDATE OF stage ON orders FOR EACH ROW
  WHEN (OLD.promo_code_id IS NOT NULL AND OLD.completed_at IS NOT NULL AND OLD.stage <> 'cancelled' AND NEW.stage = 'cancelled')
  EXECUTE FUNCTION take_off_code_sums();
--> statement-breakpoint
-- Before it is gone: its sums are still there.
CREATE TRIGGER code_sums_of_deleted BEFORE DELETE ON orders FOR EACH ROW
  WHEN (OLD.promo_code_id IS NOT NULL AND OLD.completed_at IS NOT NULL AND OLD.stage <> 'cancelled')
  EXECUTE FUNCTION take_off_code_sums();
