/** What happens to a call that a rule matches. Keys can be combined. */
export type Fault = {
  delayBefore?: number;
  delayAfter?: number;
  dropBeforeCommit?: boolean;
  commitThenTimeout?: boolean | number;
  commitThen500?: boolean;
  commitThenReset?: boolean;
  status?: number;
  retryAfter?: number;
  malformedJson?: boolean;
  htmlPage?: number;
  withoutId?: boolean;
  wrongAmount?: string;
  expireOrder?: boolean;
  declineCapture?: string;
  captureStatus?: 'DECLINED' | 'FAILED';
  pendingCapture?: { reason?: string; later?: 'COMPLETED' | 'DENIED'; afterSeconds?: number };
  allowDuplicateInvoice?: boolean;
  refundStatus?: 'CANCELLED' | 'FAILED';
  pendingRefund?: { later?: 'COMPLETED' | 'FAILED'; afterSeconds?: number };
};
