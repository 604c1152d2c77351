export type SdkOptions = { components: string[]; funding: string[] };

type Rule = { required?: true; test: (value: string) => boolean; expects: string };

const among =
  (...names: string[]) =>
  (value: string) =>
    value.split(',').every((name) => names.includes(name));

const COMPONENTS = ['buttons', 'hosted-fields'];

/** The allowed parameters of the script's URL. Anything else would fail at PayPal, so it fails here first. */
const RULES: Record<string, Rule> = {
  'client-id': { required: true, test: (value) => value !== '', expects: 'the client id' },
  currency: { required: true, test: among('GBP'), expects: 'GBP' },
  intent: { test: among('capture'), expects: 'capture' },
  components: { test: among(...COMPONENTS), expects: COMPONENTS.join(' or ') },
  'enable-funding': { test: among('card'), expects: 'card' },
  'disable-funding': { test: among('card', 'paylater', 'credit', 'venmo'), expects: 'known ways to pay' },
  commit: { test: among('true'), expects: 'true' },
  locale: { test: among('en_GB'), expects: 'en_GB' },
  'buyer-country': { test: among('GB'), expects: 'GB' },
  debug: { test: among('true', 'false'), expects: 'true or false' },
};

/** The options of the script, or a list of sentences on what is wrong with its URL. */
export function readSdkOptions(query: URLSearchParams, clientId: string): SdkOptions | { wrong: string[] } {
  const wrong = [...query].flatMap(([name, value]) => {
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (!rule) return [`${name} is not an option the stand-in knows.`];
    return rule.test(value) ? [] : [`${name}=${value}: expected ${rule.expects}.`];
  });
  for (const [name, { required }] of Object.entries(RULES)) {
    if (required && !query.has(name)) wrong.push(`${name} is missing.`);
  }
  const given = query.get('client-id');
  if (given && given !== clientId) wrong.push(`client-id=${given}: the stand-in was started with ${clientId}.`);
  if (wrong.length > 0) return { wrong };
  const disabled = query.get('disable-funding')?.split(',') ?? [];
  const card = query.get('enable-funding') === 'card' && !disabled.includes('card');
  return {
    components: (query.get('components') ?? 'buttons').split(','),
    funding: card ? ['paypal', 'card'] : ['paypal'],
  };
}
