const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' });

/** `11:06`, in London; empty for no moment. */
export const formatTime = (moment: string | null): string => (moment ? clock.format(new Date(moment)) : '');
