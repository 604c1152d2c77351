const MARK = 'paypal-stand-in';
const { token = '', page = '', return: returnUrl = '', cancel: cancelUrl = '', end } = document.body.dataset;

type Outcome =
  | { kind: 'approved'; payerID: string; funding: string }
  | { kind: 'cancelled' }
  | { kind: 'failed'; message: string };

const byId = (id: string) => document.getElementById(id);
const say = (text: string) => {
  const status = byId('status');
  if (status) status.textContent = text;
};

/**
 * The page that opened this window, unless it is gone. It has the same origin, and no other page receives these
 * messages.
 */
const findShop = () => (page === '' && window.opener && !window.opener.closed ? (window.opener as Window) : undefined);

/** Back to the shop: by message from a popup, by URL from a full page. */
function leave(outcome: Outcome): void {
  const shop = findShop();
  if (shop) {
    shop.postMessage({ standIn: MARK, token, ...outcome }, window.location.origin);
    if (outcome.kind === 'approved') say('The shop is confirming your payment. This window will close.');
    else window.close();
    return;
  }
  const address = findAddress(outcome);
  if (address) window.location.assign(address);
  else say('The shop’s page is gone. You can close this window.');
}

function findAddress(outcome: Outcome): string | undefined {
  const approved = outcome.kind === 'approved';
  if (page !== '') {
    const words = new URLSearchParams({ [MARK]: approved ? 'approved' : 'cancelled', token });
    if (approved) {
      words.set('PayerID', outcome.payerID);
      words.set('fundingSource', outcome.funding);
    }
    return `${page.split('#')[0]}#${words}`;
  }
  const target = approved ? returnUrl : cancelUrl;
  if (target === '') return undefined;
  const address = new URL(target);
  address.searchParams.set('token', token);
  if (approved) address.searchParams.set('PayerID', outcome.payerID);
  return address.href;
}

const chosen = () => document.querySelector<HTMLInputElement>('input[name=way]:checked')?.value ?? 'paypal';

function setBusy(busy: boolean): void {
  for (const button of document.querySelectorAll('button')) button.disabled = busy;
}

/** Sends the buyer's choice to the stand-in; true if it was accepted. */
async function approve(): Promise<Outcome | undefined> {
  const way = chosen();
  const funding = way === 'paypal' ? 'paypal' : 'card';
  setBusy(true);
  say('One moment…');
  try {
    const response = await fetch('checkoutnow/approve', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, funding, declined: way === 'declined' }),
    });
    const body = (await response.json()) as { payerID: string; details?: { description?: string }[] };
    if (response.ok) return { kind: 'approved', payerID: body.payerID, funding };
    say(body.details?.[0]?.description ?? 'The stand-in refused. Nothing was taken.');
  } catch {
    say('The stand-in does not answer. Nothing was taken.');
  }
  setBusy(false);
  return undefined;
}

const showCard = () => {
  const card = byId('card');
  if (card) card.hidden = chosen() === 'paypal';
};

byId('pay')?.addEventListener('change', showCard);
byId('pay')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const outcome = await approve();
  if (outcome) leave(outcome);
});
byId('cancel')?.addEventListener('click', () => leave({ kind: 'cancelled' }));
byId('back')?.addEventListener('click', () => leave({ kind: 'failed', message: end ?? 'The order cannot be paid.' }));
byId('vanish')?.addEventListener('click', async () => {
  if (!(await approve())) return;
  say('Approved. The shop’s page was not told. You can close this window.');
  window.close();
});
showCard();
// Until now no handler was attached to them.
setBusy(false);
findShop()?.postMessage({ standIn: MARK, token, kind: 'ready' }, window.location.origin);
