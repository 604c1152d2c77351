import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { londonTime } from '#contract/delivery.ts';
import { type Me, STAFF_LINK_MINUTES } from '#contract/staff.ts';
import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { forgetKeptPages } from '../runs/forget-kept-pages.ts';
import { send } from '../send.ts';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';
import { ProblemLine } from '../ui/said.tsx';
import { Door } from './door.tsx';
import { KeyIcon } from './door-icons.tsx';
import { mayOfferInField, passkeyWords, signInWithPasskey, withdrawOffer } from './passkeys.ts';
import { safeNext } from './safe-next.ts';

/** A challenge lasts five minutes: an offer that waits in the field is made anew before that. */
const RENEW_MS = 4 * 60_000;

export const loader = readPage(async (_api, _params, search) => ({
  next: safeNext(search.get('next')),
  isSent: search.has('sent'),
  greeting: greet(new Date()),
}));

const askForLink: Press = async (form) => {
  await send('POST', '/api/desk/sign-in/link/', { email: readText(form, 'email') });
  return '/desk/sign-in?sent=1';
};

export const meta = titled('Sign in');

export default showPage<typeof loader>(function SignInPage({ data: { next, isSent, greeting }, me }) {
  const [words, setWords] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useSignedInAlready(me, next);
  useForgottenRun(me);
  useOfferInField(next, setWords);

  const signIn = async () => {
    setBusy(true);
    setWords(undefined);
    try {
      await signInWithPasskey();
      location.assign(next);
    } catch (error) {
      setWords(passkeyWords(error));
      setBusy(false);
    }
  };

  return (
    <Door
      foot={
        <>
          Looking for flowers? <a href="/">The shop is next door.</a>
        </>
      }
    >
      <h1>{greeting}</h1>
      <p className="text-soft">The bench, the vans and the books are behind this door.</p>
      {me && (
        <p className="py-3 px-4 rounded-square bg-sage">
          You are signed in as {me.name}. <Link to={next}>Go in</Link>
        </p>
      )}
      <button type="button" className="desk-button wide min-h-19 text-[1.25rem]" onClick={signIn} disabled={isBusy}>
        <KeyIcon />
        Sign in with a passkey
      </button>
      <p className="text-small text-soft">Your fingerprint, face or screen lock. Nothing to remember.</p>
      <ProblemLine words={words} />
      <p className="mt-2 flex items-center gap-3.5 text-mute text-small before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
        or
      </p>
      {isSent ? (
        <p className="py-3 px-4 rounded-square bg-sage" role="status">
          If that address is one of ours, a link goes to it. Open it in this browser. If none comes, use a browser that
          was signed in before, or a recovery code. <Link to="/desk/sign-in">Send another</Link>
        </p>
      ) : (
        <Form act={askForLink} className="grid gap-3.5" isChecked>
          <TextField name="email" label="E-mail" type="email" required autoComplete="username webauthn" />
          <button type="submit" className="desk-button line wide">
            Send me a link
          </button>
        </Form>
      )}
      <p className="text-small text-soft">
        {`Good for ${STAFF_LINK_MINUTES} minutes, once, in this browser. Only people who were invited get one. `}
        <Link to="/desk/sign-in/code">Use a recovery code</Link>
      </p>
    </Door>
  );
});
function greet(now: Date): string {
  const time = londonTime(now);
  if (time < '12:00') return 'Good morning.';
  return time < '18:00' ? 'Good afternoon.' : 'Good evening.';
}

/** Whoever was signed in here has left: the addresses of their run do not stay on this phone. */
function useForgottenRun(me: Me | undefined) {
  useEffect(() => {
    if (!me && 'caches' in window) void forgetKeptPages().catch(() => {});
  }, [me]);
}

/**
 * Whoever is signed in goes on. The cookie does not come along from a link in a letter, so the page cannot know yet who is there: it
 * asks again from here.
 */
function useSignedInAlready(me: Me | undefined, next: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    void revalidate();
  }, [revalidate]);
  useEffect(() => {
    if (me) location.replace(next);
  }, [me, next]);
}

/** Offers the passkeys of this device in the field for the address, where the browser can. */
function useOfferInField(next: string, setWords: (words: string | undefined) => void): void {
  useEffect(() => {
    let isHere = true;
    const offer = async () => {
      if (!(await mayOfferInField()) || !isHere) return;
      try {
        await signInWithPasskey({ inField: true });
        location.assign(next);
      } catch (error) {
        if (isHere) setWords(passkeyWords(error));
      }
    };
    offer().catch(() => {});
    const renewal = setInterval(() => offer().catch(() => {}), RENEW_MS);
    return () => {
      isHere = false;
      clearInterval(renewal);
      withdrawOffer().catch(() => {});
    };
  }, [next, setWords]);
}
