import type { AnyActorRef } from 'xstate';
import type { IncomingType } from '../../model/contract/socket-messages.ts';
import type { Subscription } from './socket-events.ts';

/** How often an actor has subscribed to a type; to stop delivery, it must unsubscribe as often. */
export type CountedSubscription = { readonly subscriber: AnyActorRef; readonly type: IncomingType; readonly count: number };

/** Changes the counts of these types by one; unsubscribing without a subscription changes nothing. */
export function counted(
  list: readonly CountedSubscription[],
  { subscriber, types }: Subscription,
  by: 1 | -1,
): CountedSubscription[] {
  return types.reduce((kept, type) => change(kept, subscriber, type, by), [...list]);
}

/** Returns the subscribers of a type, each once. */
export function subscribersOf(list: readonly CountedSubscription[], type: IncomingType): AnyActorRef[] {
  return list.filter((subscription) => subscription.type === type).map(({ subscriber }) => subscriber);
}

/** Returns true while there are subscribers for contacts. */
export function wantsContacts({ subscriptions }: { subscriptions: readonly CountedSubscription[] }): boolean {
  return subscribersOf(subscriptions, 'contact').length > 0;
}

function change(list: CountedSubscription[], subscriber: AnyActorRef, type: IncomingType, by: 1 | -1): CountedSubscription[] {
  const isIt = (one: CountedSubscription) => one.subscriber === subscriber && one.type === type;
  const count = (list.find(isIt)?.count ?? 0) + by;
  const others = list.filter((one) => !isIt(one));
  return count > 0 ? [...others, { subscriber, type, count }] : others;
}
