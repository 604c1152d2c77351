import { Link } from 'react-router';
import { SHOP } from '#contract/shop.ts';
import site from '../../../catalogue/made/site.json';
import { pageMeta } from '../page-meta.ts';
import { cutOffWords, useDeliveryRules } from '../shell/delivery-rules.ts';
import { useShopDetails } from '../shell/root-data.ts';
import type { Route } from './+types/contact-page';
import { InformationPage, Section } from './information-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `Contact – ${SHOP.name}`,
    description:
      'Write to Marigold Lane by email or post. What to have ready, and when we answer: in order of arrival, damaged flowers first.',
    path: '/contact',
  });

const SCENE = {
  picture: site.doorstep,
  alt: 'A dark green front door with a brass letterbox; a bouquet in brown paper stands on the step',
  keep: '[&_img]:object-[50%_78%] tablet:[&_img]:object-bottom',
};

export default function ContactPage() {
  const { cut_off } = useDeliveryRules();
  const { legalName, street, city, postcode, email, phone } = useShopDetails();
  return (
    <InformationPage
      title="Write to us"
      lead="About an order, a bouquet, or something we could do better. Email is the surest way to reach us."
      scene={SCENE}
    >
      <Section title="Email">
        <p>
          <a href={`mailto:${email}`} className="py-1 text-lead">
            {email}
          </a>
        </p>
        <p>We answer in order of arrival, damaged flowers first.</p>
      </Section>

      <Section title="Post">
        <address className="not-italic">
          {legalName}
          <br />
          {street}
          <br />
          {city} {postcode}
        </address>
      </Section>

      {phone && (
        <Section title="Telephone">
          <p>
            <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className="py-1 text-lead">
              {phone}
            </a>
          </p>
        </Section>
      )}

      <Section title="What to have ready">
        <ul>
          <li>
            The order number. It is in the confirmation email and in{' '}
            <Link to="/profile" reloadDocument>
              your orders
            </Link>
            .
          </li>
          <li>The day of delivery and the name of the person the flowers are for.</li>
          <li>What went wrong, or what you would like changed, in a line or two.</li>
        </ul>
        <p>
          If you can, write from the email address you ordered with. Leave out passwords and card numbers: we never need
          them.
        </p>
      </Section>

      <Section title="Damaged flowers">
        <p>
          Send the photo from the order’s page on the day of delivery. It reaches us together with the order, so nobody
          has to look for anything: <Link to="/delivery#damaged">how it works</Link>. If the day has passed, you can
          still send it from there, or email it to us.
        </p>
      </Section>

      <Section title="Perhaps already answered">
        <ul>
          <li>
            <Link to="/delivery">Delivery</Link>: days, the {cutOffWords(cut_off)} cut-off, bank holidays and the cost.
          </li>
          <li>
            <Link to="/care">Care guide</Link>: how to make them last.
          </li>
          <li>
            <Link to="/terms">Terms</Link>: cancelling, substitutions and your rights.
          </li>
          <li>
            <Link to="/privacy">Privacy</Link>: what we keep about you, how to see or delete it, and{' '}
            <Link to="/privacy#complaints">how to complain</Link> about its use.
          </li>
        </ul>
      </Section>
    </InformationPage>
  );
}
