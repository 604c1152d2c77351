import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { policyFor } from './content-security-policy.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const page = (body: string) => `<html><head><style>a{}</style></head><body>${body}</body></html>`;

describe('the policy of a page', () => {
  test('allows the inline scripts with the nonce, whatever other attributes they have', () => {
    const policy = policyFor(page('<script nonce="m">one</script><script type="module" nonce="m">two</script>'), 'm');
    expect(policy).toContain(`script-src 'self' ${hashOf('one')} ${hashOf('two')};`);
  });

  test.each(['<script>evil</script>', '<script nonce="x">evil</script>', '<script data-nonce="m">evil</script>'])(
    'gives no hash to %s, which got into the page without the nonce',
    (foreign) => {
      expect(policyFor(page(`<script nonce="m">ours</script>${foreign}`), 'm')).not.toContain(hashOf('evil'));
    },
  );

  test('does not accept the nonce of an element around a script', () => {
    const policy = policyFor(page('<p title="<script" nonce="m">x</p><script>evil</script>'), 'm');
    expect(policy).not.toContain(hashOf('evil'));
  });
});
