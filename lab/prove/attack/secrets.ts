export const SECRETS: Record<string, RegExp> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/g,
  'a token of a known kind':
    /\b(AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,}|npm_[A-Za-z0-9]{36}|[sr]k_live_\w{20,}|xox[abprs]-[\w-]{10,}|AIza[\w-]{35}|SG\.[\w-]{20,}\.[\w-]{20,})/g,
  'a signed token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g,
  'a name or secret of a PayPal app': /\b[AE][A-Za-z0-9_-]{79}\b/g,
  'an access token of PayPal': /\bA21AA[\w-]{40,}|access_token\$(production|sandbox)\$\w+/g,
  'a password in an address': /\b[a-z][a-z0-9+.-]+:\/\/[^\s:@/'"`$<>{}]+:[^\s@/'"`$<>{}]+@/gi,
  'a secret by its name': /\b\w*(secret|password|passwd|api_?key|token)\w*['"]?\s*[:=]\s*['"][^\s'"]{12,}['"]/gi,
  'a long token':
    /(?<![\w+/=.-])(?!sha\d+-)(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])[A-Za-z0-9+/_-]{40,}={0,2}(?![\w+/])/g,
};

/** What looks like a secret and is none, with the reason. */
export const MEANT: { file: RegExp; text: RegExp; why: string }[] = [
  {
    file: /^(docs\/settings\.md|server\/src\/config(\.test)?\.ts)$/,
    text: /^smtp:\/\/user:(pass)?word@$/,
    why: 'shows how the address of a mail server is written',
  },
  {
    file: /^(paypal-stand-in\/settings|prove\/(place|test-environment|image\/compose-shops)|bench\/peak\/open-peak-shop|server\/src\/config\.test)\.ts$/,
    text: /'stand-in-secret'$/,
    why: 'the pretended PayPal lets everyone in who says so; the real one has never heard of it',
  },
  {
    file: /^(docs\/operating\/\w+\.md|deploy\/shop\.env|server\/src\/(config\.test|database\/hosts(\.test)?)\.ts)$/,
    text: /^postgres(ql)?:\/\/(shop|postgres|user):(password|secret|p%40ss|CHOOSE-ONE|CHANGE-ME(-\d)?)@$/,
    why: 'shows how the address of a database is written',
  },
  {
    file: /^prove\/failover\/(cluster|prove-failover)\.ts$/,
    text: /^postgresql:\/\/shop:roses@$/,
    why: 'the password of databases that the proof makes and removes',
  },
  { file: /^server\/src\/accounts\/access-token\.test\.ts$/, text: /^ABCDEFGHIJKLMNOPQRSTUVWXYZ/, why: 'the alphabet' },
  {
    file: /^server\/src\/accounts\/(ask-password-reset|request-password-reset|reset-password\.test)\.ts$/,
    text: /'(password-reset|\$argon2id\$changed)'$/,
    why: 'the name of a job, and a hash of nothing',
  },
  { file: /^server\/src\/backup\/restore-command\.ts$/, text: /'--reset-passwords'$/, why: 'the name of an option' },
  {
    file: /^server\/src\/payments\/(paypal|pretended-paypal-routes)\.test\.ts$/,
    text: /'(\/v1\/oauth2\/token|\.\.\/standin\/\w+)'$/,
    why: 'addresses of the pretended PayPal',
  },
  {
    file: /^(catalogue\/made\/\w+|server\/src\/testing\/old-shop\/[\w-]+)\.json$/,
    text: /^UklGR/,
    why: 'the tiny pictures that stand for the real ones until they have come',
  },
  {
    file: /^server\/src\/testing\/stored-rows\/jobs\.json$/,
    text: /^Zm9yIGEgdGVz/,
    why: 'says itself that it is for a test of stored rows',
  },
];
