import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { readHosts } from './hosts.ts';

const SEVERAL =
  'postgresql://shop:p%40ss@one:5431,two,[::1]:5433/marigold?sslmode=disable&target_session_attrs=read-write';

describe('several hosts', () => {
  test('are read in their order, each with what is common to all', () => {
    expect(readHosts(SEVERAL)).toEqual({
      each: [
        'postgresql://shop:p%40ss@one:5431/marigold?sslmode=disable',
        'postgresql://shop:p%40ss@two/marigold?sslmode=disable',
        'postgresql://shop:p%40ss@[::1]:5433/marigold?sslmode=disable',
      ],
      names: ['one:5431', 'two:5432', '[::1]:5433'],
      wanted: 'read-write',
      connectMs: 2_000,
    });
  });

  test('may be named by parameters, with a port each or one for all', () => {
    const { each } = readHosts('postgresql://shop@/marigold?host=one,two&port=1,2&target_session_attrs=primary');
    const read = each.map((connectionString) => new pg.Client({ connectionString }));
    expect(read.map(({ host, port, user }) => [host, port, user])).toEqual([
      ['one', 1, 'shop'],
      ['two', 2, 'shop'],
    ]);
    expect(readHosts('postgresql:///m?host=one,two&port=7&target_session_attrs=any').names).toEqual(['one:7', 'two:7']);
  });

  test("are not seen in a socket's folder with a comma in its name", () => {
    const { names } = readHosts('postgresql://shop@/shop?host=%2Fsrv%2FSmith%2C%20Sons%2Fsocket');
    expect(names).toEqual(['/srv/Smith, Sons/socket:5432']);
  });

  test('wait as long as connect_timeout says', () => {
    expect(readHosts(`${SEVERAL}&connect_timeout=3`)).toMatchObject({ connectMs: 3_000 });
  });

  test.each([
    ['postgresql://one,two/m', /^Must say target_session_attrs=read-write with several hosts/],
    ['postgresql://one,two/m?target_session_attrs=standby', /with standby the shop could not write/],
    ['postgresql://one:x,two/m?target_session_attrs=any', /^Must name hosts as host:port/],
    ['postgresql:///m?host=a,b,c&port=1,2&target_session_attrs=any', /there are 3 hosts and 2 ports/],
    ['mysql://one/m', /^Must be an address such as postgresql:/],
  ])('are refused in words: %s', (address, words) => {
    expect(() => readHosts(address)).toThrow(words);
  });
});

test.each([
  'postgresql://shop:secret@db.example:5432/shop?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem',
  'postgres://shop@localhost/shop?host=%2Frun%2Fpostgresql&port=5432&sslmode=disable',
])('one host is left as it is: %s', (address) => {
  expect(readHosts(address)).toMatchObject({ each: [address], wanted: 'any', connectMs: 5_000 });
});
