import { type CallbackActorLogic, type EventObject, fromCallback } from 'xstate';
import type { Surroundings, SurroundingsChange } from '../../services/ports.ts';
import type { SurroundingsEvent } from './socket-events.ts';

const events: Record<SurroundingsChange, SurroundingsEvent['type']> = {
  online: 'network.changed',
  offline: 'network.changed',
  visible: 'page.shown',
  hidden: 'page.hidden',
  woke: 'clock.jumped',
};

/** Tells the socket machine what happens around the page, while it lives. */
export function surroundingsLogic(surroundings: Surroundings): CallbackActorLogic<EventObject> {
  return fromCallback(({ sendBack }) => surroundings.subscribe((change) => sendBack({ type: events[change] })));
}
