ALTER TABLE "order_events" ADD COLUMN "actor" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "actor" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "staff_id" integer;--> statement-breakpoint
ALTER TABLE "desk_log" ADD COLUMN "actor" text;--> statement-breakpoint
-- The column is empty in every row there is: there is nothing to validate.
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
-- Who made a refund of which a version before this one stored the name alone: of what staff and the command line began there is an event
-- with the member of staff, or a line of the desk's log with the refund.
CREATE FUNCTION actor_of_refund(refund uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM public.order_events WHERE order_id = payments.order_id AND what = 'refund asked'
      AND at = refunds.created_at AND staff_id IS NOT NULL) THEN 'staff'
    WHEN refunds.who IN ('buyer', 'PayPal', 'shop') AND NOT EXISTS (SELECT FROM public.desk_log
      WHERE action IN ('refund order', 'cancel order') AND subject_id = payments.order_id AND details ->> 'refund' = refund::text) THEN refunds.who
    ELSE 'command line' END
  FROM public.refunds JOIN public.payments ON payments.id = refunds.payment_id WHERE refunds.id = refund
$$;
