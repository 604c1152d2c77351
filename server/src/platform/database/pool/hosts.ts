/** What a server must be to be used; the words are libpq's. */
const WANTED = ['any', 'primary', 'read-write'] as const;
type Wanted = (typeof WANTED)[number];

/** The servers that a connection string names, in its order. */
export type Hosts = {
  /** A connection string for each of them alone. */
  each: [string, ...string[]];
  /** `host:port` of each, for people to read. */
  names: string[];
  wanted: Wanted;
  /** The longest that connecting to one of them may take. */
  connectMs: number;
};

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;
const CONNECT_MS = 5_000;
/** One that is away delays everything until the next is tried. */
const CONNECT_MS_OF_SEVERAL = 2_000;

/**
 * Reads `postgresql://user:password@one:5432,two:5432/shop?target_session_attrs=read-write` as libpq does, which the driver
 * cannot. Hosts may also be named by `host` and `port`, with commas. Throws a sentence that says what is wrong.
 */
export function readHosts(connectionString: string): Hosts {
  const parts = PARTS.exec(connectionString);
  if (!parts) throw new Error('Must be an address such as postgresql://user:password@host:5432/database.');
  const [, scheme, user, authority = '', path, query] = parts;
  const settings = new URLSearchParams(query);
  const pairs = listPairs(authority, settings);
  const wanted = readWanted(settings.get('target_session_attrs'), pairs.length);
  const seconds = Number(settings.get('connect_timeout') ?? 0);
  for (const name of ['target_session_attrs', 'connect_timeout']) settings.delete(name);
  const isPlain = pairs.length === 1 && settings.size === new URLSearchParams(query).size;
  const each = pairs.map((pair) => {
    if (isPlain && URL.canParse(connectionString)) return connectionString;
    const own = toOwn(pair, settings);
    const address = `${scheme}${user === undefined ? '' : `${user}@`}${own.authority}${path}${own.query && `?${own.query}`}`;
    if (!URL.canParse(address)) throw new Error('Must name hosts as host:port, with commas between them.');
    return address;
  });
  return {
    each: each as Hosts['each'],
    names: pairs.map(({ name }) => name),
    wanted,
    connectMs: seconds > 0 ? seconds * 1_000 : pairs.length > 1 ? CONNECT_MS_OF_SEVERAL : CONNECT_MS,
  };
}

type Pair = { name: string; authority: string; host?: string; port?: string | undefined };

/** Parameters win over what stands before the path, as with libpq. */
function listPairs(authority: string, settings: URLSearchParams): Pair[] {
  const host = settings.get('host');
  // The folder of a socket may have a comma in its name.
  const hosts = host?.startsWith('/') ? [host] : host?.split(',');
  const ports = settings.get('port')?.split(',');
  if (!hosts) return authority.split(',').map((one) => ({ name: nameOf(one), authority: one }));
  if (ports && ports.length > 1 && ports.length !== hosts.length)
    throw new Error(`Must have a port for each host: there are ${hosts.length} hosts and ${ports.length} ports.`);
  return hosts.map((each, index) => {
    const port = ports?.[index] ?? ports?.[0];
    return { name: `${each}:${port ?? 5432}`, authority: authority.split(',')[0] || 'localhost', host: each, port };
  });
}

const nameOf = (authority: string): string =>
  /:\d+$/.test(authority) ? authority : `${authority || 'localhost'}:5432`;

function toOwn({ authority, host, port }: Pair, settings: URLSearchParams): { authority: string; query: string } {
  const own = new URLSearchParams(settings);
  if (host !== undefined) own.set('host', host);
  if (port !== undefined) own.set('port', port);
  return { authority, query: own.toString() };
}

function readWanted(given: string | null, count: number): Wanted {
  if (given === null && count > 1)
    throw new Error(
      'Must say target_session_attrs=read-write with several hosts: the shop writes, and a standby cannot.',
    );
  const wanted = WANTED.find((one) => one === (given ?? 'any'));
  if (!wanted) throw new Error(`Must say target_session_attrs=read-write: with ${given} the shop could not write.`);
  return wanted;
}
