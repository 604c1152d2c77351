import { Link } from 'react-router';
import { SHOP } from '#contract/shop.ts';
import { pageMeta } from '../page-meta.ts';
import { useShopDetails } from '../shell/root-data.ts';
import type { Route } from './+types/privacy-page';
import { InformationPage, Section } from './information-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `Privacy – ${SHOP.name}`,
    description:
      'What Marigold Lane keeps about you and why, for how long, who else sees it, and how to download or delete it. No trackers, no analytics.',
    path: '/privacy',
  });

type Fact = { name: string; words: string };

const KEPT: Fact[] = [
  {
    name: 'Your account',
    words:
      'Name, username, email address and, if you set one, a password, the last in a form that even we cannot read. A code we email you to log in is stored for an hour at most, in the same way. Needed for our contract with you. Kept until you delete the account.',
  },
  {
    name: 'Addresses',
    words:
      'Where the flowers go, with the recipient’s name and phone number if you give them, and what you asked us to do there: if nobody is in, if a flower is missing, your note for the driver. Needed for the contract. Kept until you delete them; an order keeps the address it went to.',
  },
  {
    name: 'Orders',
    words:
      'What you bought, the sums, the dates, the payment’s reference, and a fingerprint of the account at PayPal that paid, which cannot be read. Needed for the contract, and then by tax law, which asks us to keep such records for six years. That somebody cancelled an order we know for 30 days, by such a fingerprint of account, payer and address: we have a legitimate interest in noticing who buys and cancels again and again.',
  },
  {
    name: 'Gift notes',
    words:
      'Your words to the recipient. Needed for the contract. Kept with the order, so that you can read them again.',
  },
  {
    name: 'Photos at the door',
    words:
      'The driver may take one to show that the flowers came. Only you, as the buyer, and we can see it. We have a legitimate interest in knowing where they were left. Deleted after 30 days.',
  },
  {
    name: 'Damage reports',
    words:
      'Your photo and what you wrote. What the camera noted in the file, such as the place, is not kept. Needed for the contract, to put a faulty order right. Only you and we can see it. Kept with the order, until you delete the account. That somebody reported damage we know for 60 days more, by a fingerprint of account, payer and address that cannot be read: we have a legitimate interest in noticing who does it again and again.',
  },
  {
    name: 'Reviews',
    words:
      'If you write one, others can read it under your first name and the first letter of your last. We have a legitimate interest in showing honest reviews by people who bought. Kept until you delete the review or the account.',
  },
  {
    name: 'Wish list',
    words:
      'The bouquets you save, and when. If you make a link to the list, whoever has it sees the bouquets, and your first name only if you tick that. Kept with your account, because you asked for it, until you take them off or delete the account; the link until you end it.',
  },
  {
    name: 'Reminders',
    words:
      'If you ask us to remember a date: whose it is and what for, the day, and the words you agreed to with the time. We email you only about it, because you consented; the link in every letter, or your profile page, stops it at once. Kept until you remove it or delete the account; a date that comes only once, until it is over.',
  },
  {
    name: 'Security',
    words:
      'The network address of whoever tries to sign in, for a day or two, to stop passwords being guessed. And where you signed in yourself, so that a guesser cannot lock you out: a network for 90 days and a device for 400 days since you last used it, in a form from which neither can be read. That is a legitimate interest too, ours and yours.',
  },
  {
    name: 'Sign-ins',
    words:
      'For each device you are signed in on: what its browser calls itself, when you signed in and when you last came. Kept until it ends. You can see it among your details, and sign each of them out.',
  },
  {
    name: 'Letters',
    words:
      'Which letters we sent you and when, for 90 days. What was in letters about an order is kept as long, encrypted, so that we can tell you what we wrote; what was in others is deleted when they have left.',
  },
];

const IN_THE_BROWSER: Fact[] = [
  {
    name: 'access_token',
    words: 'Shows our server that you are signed in. Good for ten minutes, then renewed.',
  },
  {
    name: 'refresh_token',
    words: 'Renews the other one. Good for 12 hours, or for 30 days since your last visit if you ticked Remember me.',
  },
  {
    name: 'device_mark',
    words:
      'A random number by which we know that you have signed in here before, so that a stranger who tries your password elsewhere cannot lock you out. It stays when you log out.',
  },
  {
    name: 'pending_product',
    words:
      'The bouquet you wanted before you had signed in, and in pending_choice its size and what goes with it. Removed once you register or sign in.',
  },
  {
    name: 'return_after_reset',
    words: 'The page you came from when you asked for a link or a code by email, so that it leads back there.',
  },
  {
    name: 'cart_seen',
    words: 'How many bouquets are in your cart, for the number beside it. Removed when you log out.',
  },
  {
    name: 'wish_list',
    words:
      'The bouquets you saved, for the hearts. Without an account it is the list itself, and stays until you take them off. It goes to your account when you sign in, and is removed here when you log out.',
  },
  {
    name: 'pending_changes',
    words:
      'What you pressed and our server has not answered yet, such as a bouquet on its way into your cart. Removed once it has, with your next visit after an hour, or when you log out.',
  },
  {
    name: 'email_confirmed',
    words:
      'Whether you have confirmed your email address, or the day on which you put away the line that asks you to. Removed when you log out.',
  },
  {
    name: 'gift_note_draft',
    words:
      'The gift note as you type it, until it is saved with your cart. Removed then, when you log out, or when somebody else signs in here.',
  },
  {
    name: 'recently_seen',
    words:
      'The numbers of the last twelve bouquets you opened, so that we can show them to you again. Our server learns no more of it than which bouquets your browser asks for. Removed when you press Forget these beside them, or log out.',
  },
  {
    name: 'Until you close the tab',
    words:
      'A payment that has begun, where a login code was sent, and a message for the next page, so that a reload loses none of them.',
  },
];

const Facts = ({ facts, code = false }: { facts: Fact[]; code?: boolean }) => (
  <dl>
    {facts.map(({ name, words }) => (
      <div key={name} className="grid gap-x-6 border-line border-t py-3.5 tablet:grid-cols-[9.5rem_1fr]">
        <dt className="font-semibold">{code ? <code className="text-small">{name}</code> : name}</dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
);

export default function PrivacyPage() {
  const { legalName, street, city, postcode, email } = useShopDetails();
  return (
    <InformationPage
      title="Privacy"
      lead="We keep what it takes to bring flowers to a door, and nothing to follow you about."
    >
      <Section title="Who is responsible">
        <p>
          {legalName}, {street}, {city} {postcode}, <a href={`mailto:${email}`}>{email}</a>. This page was last changed
          on <time dateTime="2026-11-17">17 November 2026</time>.
        </p>
      </Section>

      <Section title="What we keep, why and how long">
        <Facts facts={KEPT} />
      </Section>

      <Section title="If flowers were sent to you">
        <p>
          Then somebody gave us your name, your address and perhaps your phone number. We use them to deliver that gift,
          which is a legitimate interest of theirs and ours, and for nothing else. You have the same rights as our
          customers: write to us.
        </p>
      </Section>

      <Section title="Who else sees it">
        <ul>
          <li>
            PayPal, which takes the payment. It learns the amount, what was ordered and where it goes. Card details go
            to PayPal alone; we never see them.
          </li>
          <li>
            The service that carries our emails: to confirm your address, log you in with a code, reset a password, tell
            you how far an order is and what was changed in it, acknowledge a report, ask once how the flowers were, or
            remind you of a date if you asked for it. We send no newsletters.
          </li>
          <li>
            Whoever brings the flowers sees the name, address and phone number they need, and your note for the driver.
          </li>
        </ul>
        <p>We do not sell data. There are no trackers, no analytics and no advertising cookies.</p>
      </Section>

      <Section title="What is stored in your browser">
        <p>
          We set no cookies. The shop keeps a few things in your browser’s own storage. It cannot work without them, but
          for the wish list and the bouquets seen recently: these are for your convenience, and you can remove them at
          any time.
        </p>
        <Facts facts={IN_THE_BROWSER} code />
        <p>
          Logging out removes both tokens. Until you close the tab, the browser also remembers how far down a page you
          were. PayPal’s own script loads only when you come to pay, and may set cookies under PayPal’s privacy terms.
        </p>
      </Section>

      <Section title="Your rights">
        <p>
          On{' '}
          <Link to="/profile?tab=details" reloadDocument>
            your profile page
          </Link>{' '}
          you can download your data and delete your account. Deleting removes your name, email, addresses, gift notes,
          wish list, reviews, reminders and damage reports; the bare record of what was paid stays as long as tax law
          asks.
        </p>
        <p>
          You may also ask us to correct your data, to limit its use or to stop using it. Write to us and we answer
          within a month.
        </p>
      </Section>

      <Section title="Complaints about your data" id="complaints">
        <p>
          If you think we use your data wrongly, write to <b className="font-semibold">Data complaints</b> at{' '}
          <a href={`mailto:${email}?subject=Data%20complaint`}>{email}</a>, or by post at {legalName}, {street}, {city}{' '}
          {postcode}. Tell us what happened and what you would like done. You need no form and no account.
        </p>
        <p>
          Within 30 days we tell you that we have it. We look into it without delay, tell you how far we are, and then
          what we found and did.
        </p>
        <p>
          You can also complain to the Information Commissioner’s Office at{' '}
          <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>, before or after.
        </p>
      </Section>
    </InformationPage>
  );
}
