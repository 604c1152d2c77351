/** Findings of wapiti that are no faults, with the reason. */
export const KNOWN_FINDINGS: { kind: string; info: RegExp; path: RegExp; why: string }[] = [
  ...[
    [
      'Strict-Transport-Security',
      'the shop is asked over plain HTTP here; it sends the header wherever its PUBLIC_URL begins with https',
    ],
    [
      'X-XSS-Protection',
      'no browser heeds it any more, and those that did could be misled by it; the policy of each page does its work',
    ],
  ].map(([header, why = '']) => ({
    kind: 'HTTP Secure Headers',
    info: new RegExp(`^${header} is not set$`),
    path: /^/,
    why,
  })),
  {
    kind: 'Backup file',
    info: /^Backup file http/,
    path: /^\/account-confirm-email\//,
    why: 'what follows is a key, whatever it is: the page is the same for all, and only its button tells a right one',
  },
  {
    kind: 'Cross Site Request Forgery',
    info: /^Lack of anti CSRF token$/,
    path: /^\/(login|register|forgot-password|password\/reset\/confirm)/,
    why: 'the shop sets no cookie, so nothing of a visitor goes along with what another site sends; whoever is signed in says so by a header that only our own scripts can write, and a form that is sent without them does nothing',
  },
];
