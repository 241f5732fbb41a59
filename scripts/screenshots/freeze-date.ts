import { frozenNow } from './frozen-now.ts';

// The host imports this before anything else, and so knows no other time; its timers go on.
globalThis.Date = new Proxy(Date, {
  construct: (date, given: [], made) => Reflect.construct(date, given.length === 0 ? [frozenNow] : given, made) as Date,
  get: (date, key) => (key === 'now' ? () => frozenNow : (Reflect.get(date, key) as unknown)),
});
