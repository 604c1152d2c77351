import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EmailAddress, emailKey, mailboxKey } from './email-address.ts';

const take = (typed: unknown) => EmailAddress.safeParse(typed);

describe('an email address', () => {
  test('is taken as people write it, in one form', () => {
    expect(take(' Ada.Lovelace+roses@Example.ORG ').data).toBe('Ada.Lovelace+roses@example.org');
    expect(take("o'neil@mail.example.co.uk").data).toBe("o'neil@mail.example.co.uk");
    expect(take('ada@bücher.example').data).toBe('ada@xn--bcher-kva.example');
    expect(take('ada@example.org.').data).toBe('ada@example.org');
    expect(take('ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ').data).toBe('ada@example.org');
  });

  test.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'ada@@example.org',
    'ada b@example.org',
    'ada@exa mple.org',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org,eve@example.org',
    'ada@[127.0.0.1]',
    'ada@192.168.10',
    'ada@example.org/../',
    'ada@example.org:25',
    'ada\0@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b.'.repeat(130)}org`,
    'Ada <ada@example.org>',
    null,
    7,
    ['ada@example.org'],
  ])('is refused: %j', (typed) => {
    expect(take(typed).success).toBe(false);
  });

  test('says what is missing, blank or wrong', () => {
    const message = (typed: unknown) => take(typed).error?.issues[0]?.message;
    expect(message(undefined)).toBe('This field is required.');
    expect(message('  ')).toBe('This field may not be blank.');
    expect(message(7)).toBe('This must be text.');
    expect(message('ada')).toBe('Enter a valid email address.');
  });

  test('is one account however it is written', { tags: 'G28' }, () => {
    const writings = ['ada@example.org', 'ADA@EXAMPLE.ORG', ' Ada@example.org.', 'ａda@Example.org'];
    expect(new Set(writings.map(emailKey))).toEqual(new Set(['ada@example.org']));
    expect(emailKey('ada@BÜCHER.example')).toBe(emailKey('ada@xn--bcher-kva.example'));
    expect(emailKey('ada+x@example.org')).not.toBe(emailKey('ada@example.org'));
  });

  test('is one mailbox whatever its tag', () => {
    const writings = ['ada@example.org', 'ada+1@example.org', 'Ada+TWO+three@example.org', 'ada+@EXAMPLE.org.'];
    expect(new Set(writings.map(mailboxKey))).toEqual(new Set(['ada@example.org']));
  });

  test('keeps its key through every change of case and form', () => {
    const address = fc.emailAddress({ size: 'small' }).filter((typed) => take(typed).success);
    fc.assert(
      fc.property(address, (typed) => {
        const settled = take(typed).data as string;
        expect(take(settled).data).toBe(settled);
        for (const writing of [typed.toUpperCase(), ` ${typed} `, `${typed}.`, settled, emailKey(typed)]) {
          expect(emailKey(writing)).toBe(emailKey(typed));
        }
      }),
    );
  });

  test('never throws and always comes back, whatever is typed', () => {
    fc.assert(fc.property(fc.anything(), (typed) => void take(typed)));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (typed) => void [emailKey(typed), mailboxKey(typed)]));
    // A pattern that backtracks would not come back from these before the test is given up.
    expect(take(`${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}`).success).toBe(false);
    expect(take('@'.repeat(100_000)).success).toBe(false);
  });
});
