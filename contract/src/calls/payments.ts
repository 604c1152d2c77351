import { Detail } from '../errors.ts';
import {
  CapturePayment,
  CreatedPayment,
  CreatePayment,
  PaymentSetup,
  PaymentStatus,
  PaymentStatusQuery,
} from '../payments.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Payments'], may: 'shopper' });

/** Paying through PayPal. */
export const paymentCalls = {
  findSetup: call('GET', '/api/payments/paypal/setup/', {
    may: 'everybody',
    summary: 'What the payment buttons need',
    answer: PaymentSetup,
  }),
  create: call('POST', '/api/user/payments/paypal/create-order/', {
    summary: 'Open a payment for the cart',
    body: CreatePayment,
    answer: CreatedPayment,
    refuses: [404, 409, 429],
  }),
  capture: call('POST', '/api/user/payments/paypal/capture-order/', {
    summary: 'Take the money that was approved and complete the order',
    body: CapturePayment,
    answer: PaymentStatus,
    refuses: [404, 429],
  }),
  findStatus: call('GET', '/api/user/payments/paypal/status/', {
    summary: 'What is known of paying for an order',
    query: PaymentStatusQuery,
    answer: PaymentStatus,
    refuses: [404, 429],
  }),
  receiveWebhook: call('POST', '/api/payments/paypal/webhook/', {
    may: 'everybody',
    summary: 'Events of PayPal',
    description: 'Signed by PayPal; anything else is refused.',
    answer: Detail,
    refuses: [400, 413, 415],
  }),
};
