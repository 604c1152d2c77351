import type { Sender } from '#server/platform/concurrency-limit.ts';
import { currentRequest } from '#server/platform/watch/current-request.ts';
import { listProxies } from './limit-connections.ts';
import { networkOf } from './network-of.ts';
import { isListed } from './trusted-proxies.ts';

/** Of the ten connections to the database. An office has more people than this, who all wait for milliseconds only. */
const AT_ONCE = { person: 1, stranger: 2, network: 4, manyStrangers: 6, colleague: 4, paypal: 4 };

/** In whose turn a request is worked on while nobody is known who sent it: the network's. */
export function createSenders(trustProxy: string[] | false): (address: string | undefined) => Sender {
  const proxies = listProxies(trustProxy);
  return (address) => {
    const network = networkOf(address);
    const key = `network ${network}`;
    // It stands for many people.
    if (address !== undefined && isListed(proxies, address)) return { key, atOnce: AT_ONCE.manyStrangers };
    return { key, atOnce: AT_ONCE.stranger, group: { key: `all of ${network}`, atOnce: AT_ONCE.network } };
  };
}

/** From now on it is worked on in the turn of this person, within the limit of the network. */
export const workForPerson = (userId: number): void =>
  change((sender) => ({ ...sender, key: `person ${userId}`, atOnce: AT_ONCE.person }));

/** The desk goes on, however many strangers ask, also from the shop's own network. */
export const workForColleague = (staffId: number): void =>
  change(() => ({ key: `colleague ${staffId}`, atOnce: AT_ONCE.colleague, isFirst: true }));

/** Of an event whose signature was found good. */
export const workForPaypal = (): void => change(() => ({ key: 'PayPal', atOnce: AT_ONCE.paypal, isFirst: true }));

/** Before all others, in the turn of the same person: what is begun already with money. */
export const workFirst = (): void => change((sender) => ({ ...sender, isFirst: true }));

function change(to: (sender: Sender) => Sender): void {
  const current = currentRequest();
  if (current?.sender) current.sender = to(current.sender);
}
