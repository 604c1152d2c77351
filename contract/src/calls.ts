import type * as z from 'zod';
import type { AnswerOf, Call, Method } from './calls/call.ts';

// Types only: the browser calls by them, and carries nothing of the calls or their schemas.

type OfDesk =
  | typeof import('./calls/desk-calendar.ts')
  | typeof import('./calls/desk-catalogue-file.ts')
  | typeof import('./calls/desk-catalogue-photos.ts')
  | typeof import('./calls/desk-catalogue.ts')
  | typeof import('./calls/desk-claims.ts')
  | typeof import('./calls/desk-codes.ts')
  | typeof import('./calls/desk-customers.ts')
  | typeof import('./calls/desk-history.ts')
  | typeof import('./calls/desk-live.ts')
  | typeof import('./calls/desk-missing.ts')
  | typeof import('./calls/desk-notes.ts')
  | typeof import('./calls/desk-orders.ts')
  | typeof import('./calls/desk-print.ts')
  | typeof import('./calls/desk-receipts.ts')
  | typeof import('./calls/desk-reviews.ts')
  | typeof import('./calls/desk-shop.ts')
  | typeof import('./calls/desk-stems.ts')
  | typeof import('./calls/desk-takings.ts')
  | typeof import('./calls/desk-tie.ts')
  | typeof import('./calls/desk-today.ts')
  | typeof import('./calls/runs.ts')
  | typeof import('./calls/sign-in.ts')
  | typeof import('./calls/staff.ts');

type OfShop =
  | typeof import('./calls/accounts.ts')
  | typeof import('./calls/addresses.ts')
  | typeof import('./calls/catalogue.ts')
  | typeof import('./calls/claims.ts')
  | typeof import('./calls/deliveries.ts')
  | typeof import('./calls/delivery.ts')
  | typeof import('./calls/orders.ts')
  | typeof import('./calls/payments.ts')
  | typeof import('./calls/profile.ts')
  | typeof import('./calls/reminders.ts')
  | typeof import('./calls/reviews.ts')
  | typeof import('./calls/swaps.ts')
  | typeof import('./calls/wish-list.ts');

type ValuesOf<T> = T extends unknown ? T[keyof T] : never;

/** A path as the browser has it, `/api/desk/codes/${code}/`, and as a call has it, `/api/desk/codes/:code/`, come to the same. */
type KeyOf<Path extends string> = Path extends `${infer Plain}?${Asked}`
  ? KeyOf<Plain>
  : Path extends `${infer Part}/${infer Rest}`
    ? `${KeyOfPart<Part>}/${KeyOf<Rest>}`
    : KeyOfPart<Path>;
type KeyOfPart<Part extends string> = string extends Part
  ? ':'
  : `${number}` extends Part
    ? ':'
    : Part extends `:${string}`
      ? ':'
      : Part;

/** By method and path, so that the compiler looks a call up and compares it with no other. */
type ByPath<C extends Call> = { [Each in C as `${Each['method']} ${KeyOf<Each['path']>}`]: Each };

export type DeskCalls = ByPath<Extract<ValuesOf<ValuesOf<OfDesk>>, Call>>;
export type ShopCalls = ByPath<Extract<ValuesOf<ValuesOf<OfShop>>, Call>>;

/** A query that a call knows, as `withQuery` writes it. */
export type Asked = string & { readonly asked: true };

/** The call at a path. */
type CallAt<M extends Method, Path extends string, Calls> = Calls[`${M} ${KeyOf<Path>}` & keyof Calls];

/** Nothing to add to a path where a call is; where there is none, it cannot be written. */
export type Known<M extends Method, Path extends string, Calls = DeskCalls> = [`${M} ${KeyOf<Path>}`] extends [
  keyof Calls,
]
  ? unknown
  : { 'There is no such call': `${M} ${Path}` };

/** What the call at a path is answered with. */
export type AnswerAt<M extends Method, Path extends string, Calls = DeskCalls> = AnswerOf<CallAt<M, Path, Calls>>;

type InputOf<C, Part extends string> = C extends Record<Part, infer S extends z.ZodType> ? z.input<S> : never;

/** What a call at a path may be asked in its query. */
export type Asks<Path extends string> = AsWritten<
  InputOf<CallAt<Method, Path, Path extends `/api/desk/${string}` ? DeskCalls : ShopCalls>, 'query'>
>;

/** In an address a number is text as well. */
type AsWritten<T> = {
  [K in keyof T]: T[K] extends infer V ? (V extends string ? (string extends V ? string | number : string) : V) : never;
};

type BodyAt<M extends Method, Path extends string, Calls> = AsTyped<InputOf<CallAt<M, Path, Calls>, 'body'>>;

/** What is sent to the call at a path: nothing, or its body. */
export type Sends<M extends Method, Path extends string, Calls = DeskCalls> = [BodyAt<M, Path, Calls>] extends [never]
  ? []
  : [body: BodyAt<M, Path, Calls>];

/** The same beside its method, as the pages of the shop have it. */
export type Sent<M extends Method, Path extends string> = { method: M } & ([BodyAt<M, Path, ShopCalls>] extends [never]
  ? unknown
  : { body: BodyAt<M, Path, ShopCalls> });

/** A form sends what was typed, where a word is chosen or a number wanted too: the shop checks it and says what is wrong. */
type AsTyped<T> = T extends string
  ? string
  : T extends number
    ? number | string
    : T extends readonly (infer One)[]
      ? readonly AsTyped<One>[]
      : T extends object
        ? { [K in keyof T]: AsTyped<T[K]> }
        : T;
