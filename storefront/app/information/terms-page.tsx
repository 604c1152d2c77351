import { Link } from 'react-router';
import { OWN_CANCELS } from '#contract/limits.ts';
import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import { pageMeta } from '../page-meta.ts';
import { cutOffWords, hasSurcharges, useDeliveryRules } from '../shell/delivery-rules.ts';
import { useShopDetails } from '../shell/root-data.ts';
import type { Route } from './+types/terms-page';
import { holidayTerms } from './closed-days.ts';
import { InformationPage, Section } from './information-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `Terms – ${SHOP.name}`,
    description:
      'The terms of ordering from Marigold Lane in plain language: price, payment, delivery, cancelling, substitutions and your rights.',
    path: '/terms',
  });

export default function TermsPage() {
  const rules = useDeliveryRules();
  const { legalName, street, city, postcode, email, companyNumber, vatNumber } = useShopDetails();
  return (
    <InformationPage
      title="Terms"
      lead="What you can expect of us when you order, and what we ask of you. Nothing here takes away rights the law gives you."
    >
      <Section title="Who we are">
        <p>
          You buy from {legalName}, {street}, {city} {postcode}, <a href={`mailto:${email}`}>{email}</a>.
          {companyNumber && ` Company number ${companyNumber}.`}
          {vatNumber && ` VAT number ${vatNumber}.`}
        </p>
      </Section>

      <Section title="Ordering and price">
        <p>
          Prices are in pounds and include VAT. Delivery is {formatPounds(rules.fee)} an order
          {hasSurcharges(rules) && ', and more on some days, which the checkout marks'}. Beside every price stands what
          the bouquet costs delivered, and the amount to pay is shown before you pay.
        </p>
        <p>
          Your order is made when your payment is confirmed. We then send you an email with what you ordered, what you
          paid and the day of delivery. Until then you can change or leave{' '}
          <Link to="/cart" reloadDocument>
            your cart
          </Link>{' '}
          as you like.
        </p>
      </Section>

      <Section title="Payment">
        <p>
          You pay through PayPal, by card or with a PayPal account. We do not see your card details. If a payment does
          not go through, there is no order and you owe us nothing.
        </p>
      </Section>

      <Section title="Delivery">
        <p>
          We deliver to UK addresses, on the day shown when you pay: the next day for orders before{' '}
          {cutOffWords(rules.cut_off)} UK time, or a later one you chose. {holidayTerms(rules)} Please check the
          address, since we go where it says. The details are on the page about <Link to="/delivery">delivery</Link>.
        </p>
        <p>
          If flowers do not come on the promised day, tell us. Your rights under the Consumer Rights Act 2015 apply.
        </p>
      </Section>

      <Section title="Cancelling" id="cancelling">
        <p>
          Flowers deteriorate rapidly, so the 14-day right to cancel an online purchase does not apply to them. But
          until we have tied yours, you can cancel the order on its page, for whatever reason, and have all your money
          back. {OWN_CANCELS.count} orders in {OWN_CANCELS.days} days, up to £{OWN_CANCELS.pounds} together, we cancel
          at once; at any more, or on a day on which very many are cancelled, we look first, and write to you. Once they
          are tied, you cannot cancel it just because you changed your mind.
        </p>
        <p>
          If something in it is wrong, <Link to="/contact">write to us</Link>. The sooner you do, the more we can do. If
          a vase came with the flowers and you do not want to keep it, tell us within 14 days of delivery and we will
          settle it with you.
        </p>
      </Section>

      <Section title="Substitutions">
        <p>
          If a stem is missing on the day, we use one of the same kind and value, and never less. If you asked for it
          when you ordered, we ask you first.
        </p>
      </Section>

      <Section title="Damaged or faulty flowers">
        <p>
          Send a photo and a line of text from the order’s page on the day of delivery, and we replace the flowers at no
          charge. <Link to="/delivery#damaged">How to do it</Link>. Before that the florist may look at the photo, as
          with costly orders or a second report within 60 days, and the page says so. Reports that come later are taken
          in the same place and answered by email, and so are reports about flowers that were a replacement already.
          From the report on, nothing of the order can change.
        </p>
        <p>
          This promise comes on top of the law. Under the Consumer Rights Act 2015 what we sell must be of satisfactory
          quality, fit for its purpose and as described. If it is not, you may have a right to reject it and have your
          money back, or to a replacement or a lower price. For flowers, the time to reject them is as long as such
          flowers could be expected to last. The same Act covers the vase.
        </p>
      </Section>

      <Section title="Gift notes">
        <p>
          A gift note may have up to 300 characters. It goes with the flowers as you wrote it, so sign it if they should
          know who it is from. You are answerable for what it says.
        </p>
      </Section>

      <Section title="Your account">
        <p>
          You need an account to order. Keep your password and our codes to yourself, and tell us if you think someone
          else has used them. You can delete the account on{' '}
          <Link to="/profile?tab=details" reloadDocument>
            your profile page
          </Link>
          . What we keep about you is on the page about <Link to="/privacy">privacy</Link>.
        </p>
      </Section>

      <Section title="Law">
        <p>
          The law of England and Wales applies to these terms. If you live in Scotland or Northern Ireland, you keep the
          protection that the law there gives you.
        </p>
      </Section>
    </InformationPage>
  );
}
