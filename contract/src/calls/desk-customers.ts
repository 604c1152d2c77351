import { PersonalData } from '../accounts.ts';
import {
  CustomerCopy,
  CustomerNote,
  CustomerParams,
  DeskCustomer,
  DeskCustomers,
  ListCustomers,
  ShowCustomer,
  StopCustomer,
  WriteCustomerNote,
} from '../desk-customers.ts';
import { MayNot } from '../errors.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: customers'], may: 'edit customers' });

/** Find, help, let go. Florists read; owners change. */
export const customerCalls = {
  list: call('GET', '/api/desk/customers/', {
    may: 'see customers',
    summary: 'Find customers',
    query: ListCustomers,
    answer: DeskCustomers,
  }),
  find: call('GET', '/api/desk/customers/:customerId/', {
    may: 'see customers',
    summary: 'A customer, with a page of orders',
    params: CustomerParams,
    query: ShowCustomer,
    answer: DeskCustomer,
    refuses: [404],
    refusals: { 403: MayNot },
  }),
  writeNote: call('POST', '/api/desk/customers/:customerId/notes/', {
    summary: 'Write a note that the customer may read',
    params: CustomerParams,
    body: WriteCustomerNote,
    answer: CustomerNote,
    status: 201,
    refuses: [404],
    refusals: { 403: MayNot },
  }),
  stop: call('PUT', '/api/desk/customers/:customerId/stop/', {
    summary: 'Stop orders from an account, with a reason that the person reads',
    params: CustomerParams,
    body: StopCustomer,
    answer: DeskCustomer,
    refuses: [404],
    refusals: { 403: MayNot },
  }),
  allow: call('DELETE', '/api/desk/customers/:customerId/stop/', {
    summary: 'Allow orders again',
    params: CustomerParams,
    answer: DeskCustomer,
    refuses: [404],
    refusals: { 403: MayNot },
  }),
  offerCopy: call('POST', '/api/desk/customers/:customerId/copies/', {
    summary: 'Where a copy of their data can be had, once a passkey has confirmed who asks',
    params: CustomerParams,
    answer: CustomerCopy,
    confirmed: true,
    refuses: [404],
  }),
  copy: call('GET', '/api/desk/customers/:customerId/copy/', {
    summary: 'Everything the shop holds about a customer',
    params: CustomerParams,
    answer: PersonalData,
    confirmed: true,
    refuses: [404],
  }),
  delete: call('POST', '/api/desk/customers/:customerId/delete/', {
    summary: 'Delete a customer who asked to leave',
    params: CustomerParams,
    confirmed: true,
    refuses: [404, 409],
  }),
};
