CREATE TABLE "flowers" (
	"name" text PRIMARY KEY NOT NULL,
	"bunch" smallint NOT NULL,
	CONSTRAINT "flowers_bunch" CHECK ("flowers"."bunch" between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "handovers" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"outcome" text NOT NULL,
	"taken_by" text,
	"pressed_at" timestamp with time zone NOT NULL,
	"photo" "bytea",
	"photo_taken_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "presses" (
	"staff_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"order_id" integer,
	"answer" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "presses_staff_id_key_pk" PRIMARY KEY("staff_id","key")
);
--> statement-breakpoint
CREATE TABLE "run_stops" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"run_id" integer NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"number" smallint NOT NULL,
	"leaves_at" text NOT NULL,
	"driver_id" integer,
	"left_at" timestamp with time zone,
	CONSTRAINT "runs_in_bounds" CHECK ("runs"."number" between 1 and 99 and "runs"."leaves_at" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"staff_id" integer,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"staff_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_staff_id_hash_pk" PRIMARY KEY("staff_id","hash")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"roles" text[] NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"invited_by_id" integer,
	"joined_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "staff_email_key" UNIQUE("email_key"),
	CONSTRAINT "staff_roles_known" CHECK (cardinality("staff"."roles") > 0 and "staff"."roles" <@ array['owner', 'florist', 'driver'])
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"kind" text NOT NULL,
	"browser_hash" "bytea",
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hash" "bytea" NOT NULL,
	"staff_id" integer NOT NULL,
	"device" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"opened_by" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "staff_sessions_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "order_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"staff_id" integer,
	"who" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prints" (
	"order_id" integer NOT NULL,
	"sheet" text NOT NULL,
	"count" integer NOT NULL,
	"printed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "prints_order_id_sheet_pk" PRIMARY KEY("order_id","sheet")
);
--> statement-breakpoint
CREATE TABLE "stem_purchases" (
	"day" date NOT NULL,
	"flower" text NOT NULL,
	"bought" boolean DEFAULT false NOT NULL,
	"in_cooler" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stem_purchases_day_flower_pk" PRIMARY KEY("day","flower"),
	CONSTRAINT "stem_purchases_in_bounds" CHECK ("stem_purchases"."in_cooler" between 0 and 100000)
);
--> statement-breakpoint
CREATE TABLE "swaps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "swaps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"flower" text NOT NULL,
	"count" smallint NOT NULL,
	"instead" text NOT NULL,
	"instead_count" smallint NOT NULL,
	"state" text NOT NULL,
	"hash" "bytea",
	"photo" "bytea",
	"staff_id" integer,
	"made_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "swaps_hash" UNIQUE("hash"),
	CONSTRAINT "swaps_counts" CHECK ("swaps"."count" between 1 and 200 and "swaps"."instead_count" between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "tied_counts" (
	"item_id" integer PRIMARY KEY NOT NULL,
	"tied" smallint NOT NULL,
	CONSTRAINT "tied_counts_in_bounds" CHECK ("tied_counts"."tied" between 0 and 20)
);
--> statement-breakpoint
ALTER TABLE "delivery_settings" DROP CONSTRAINT "delivery_settings_in_bounds";--> statement-breakpoint
ALTER TABLE "carts" DROP CONSTRAINT "carts_note_short";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_note_short";--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "answered_by_id" integer;--> statement-breakpoint
ALTER TABLE "delivery_settings" ADD COLUMN "van_districts" text[];--> statement-breakpoint
ALTER TABLE "delivery_settings" ADD COLUMN "florist_refund_pence" integer;--> statement-breakpoint
ALTER TABLE "desk_log" ADD COLUMN "staff_id" integer;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "driver_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "swap_choice" text DEFAULT 'choose' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "staff_id" integer;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "pressed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "collected_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "leaves_on" date GENERATED ALWAYS AS (coalesce(collected_on, delivery_date)) STORED;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "carrier_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "driver_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "swap_choice" text DEFAULT 'choose' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_by_id" integer;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answered_by_id" integer;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presses" ADD CONSTRAINT "presses_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presses" ADD CONSTRAINT "presses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stops" ADD CONSTRAINT "run_stops_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_stops" ADD CONSTRAINT "run_stops_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_driver_id_staff_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_invited_by_id_staff_id_fk" FOREIGN KEY ("invited_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prints" ADD CONSTRAINT "prints_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "swaps" ADD CONSTRAINT "swaps_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "swaps" ADD CONSTRAINT "swaps_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "swaps" ADD CONSTRAINT "swaps_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tied_counts" ADD CONSTRAINT "tied_counts_item_id_order_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handovers_with_photo" ON "handovers" USING btree ("pressed_at") WHERE "handovers"."photo" is not null;--> statement-breakpoint
CREATE INDEX "presses_by_age" ON "presses" USING btree ("at");--> statement-breakpoint
CREATE INDEX "run_stops_by_run" ON "run_stops" USING btree ("run_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_number" ON "runs" USING btree ("day","number");--> statement-breakpoint
CREATE INDEX "runs_by_driver" ON "runs" USING btree ("driver_id","day");--> statement-breakpoint
CREATE INDEX "passkey_challenges_by_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_by_staff" ON "passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_links_by_staff" ON "staff_links" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_links_by_expiry" ON "staff_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_expiry" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "order_notes_by_order" ON "order_notes" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "swaps_by_order" ON "swaps" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_answered_by_id_staff_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_log" ADD CONSTRAINT "desk_log_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_hidden_by_id_staff_id_fk" FOREIGN KEY ("hidden_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answered_by_id_staff_id_fk" FOREIGN KEY ("answered_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_log_by_staff" ON "desk_log" USING btree ("staff_id","id");--> statement-breakpoint
CREATE INDEX "order_events_by_staff" ON "order_events" USING btree ("staff_id","id") WHERE "order_events"."staff_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_leaving_day" ON "orders" USING btree ("leaves_on","stage");--> statement-breakpoint
ALTER TABLE "delivery_settings" ADD CONSTRAINT "delivery_settings_in_bounds" CHECK ("delivery_settings"."fee_pence" >= 0 and "delivery_settings"."days_ahead" between 1 and 365 and "delivery_settings"."orders_a_day" >= 0
        and "delivery_settings"."cut_off" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "delivery_settings"."florist_refund_pence" >= 0);--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_note_short" CHECK (char_length("carts"."text") <= 6000 and char_length("carts"."driver_note") <= 1000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_note_short" CHECK (char_length("orders"."text") <= 6000 and char_length("orders"."driver_note") <= 1000);--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answered_whole" CHECK (("reviews"."answer" is null) = ("reviews"."answered_at" is null));--> statement-breakpoint
-- Open desks follow what changes, in every process of the shop. What awaits its payment is nothing to tie yet.
CREATE FUNCTION announce_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.stage <> 'awaiting payment' THEN PERFORM pg_notify('desk_changed', 'order ' || NEW.id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT OR UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION announce_order();
--> statement-breakpoint
CREATE FUNCTION announce_part_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('desk_changed', 'order ' || coalesce(NEW.order_id, OLD.order_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT OR UPDATE OR DELETE ON run_stops FOR EACH ROW EXECUTE FUNCTION announce_part_of_order();
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT OR UPDATE OR DELETE ON handovers FOR EACH ROW EXECUTE FUNCTION announce_part_of_order();
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT OR UPDATE OR DELETE ON swaps FOR EACH ROW EXECUTE FUNCTION announce_part_of_order();
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT OR UPDATE OR DELETE ON claims FOR EACH ROW EXECUTE FUNCTION announce_part_of_order();
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT ON order_notes FOR EACH ROW EXECUTE FUNCTION announce_part_of_order();
--> statement-breakpoint
CREATE FUNCTION announce_tied_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('desk_changed', 'order ' || order_id) FROM order_items WHERE id = NEW.item_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT OR UPDATE ON tied_counts FOR EACH ROW EXECUTE FUNCTION announce_tied_count();
--> statement-breakpoint
CREATE FUNCTION announce_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('desk_changed', 'day ' || coalesce(NEW.day, OLD.day));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT OR UPDATE OR DELETE ON runs FOR EACH ROW EXECUTE FUNCTION announce_day();
--> statement-breakpoint
CREATE TRIGGER desk_changed AFTER INSERT OR UPDATE OR DELETE ON stem_purchases FOR EACH ROW EXECUTE FUNCTION announce_day();
