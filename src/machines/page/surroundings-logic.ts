import { type CallbackActorLogic, type EventObject, fromCallback } from 'xstate';
import type { Surroundings, SurroundingsChange } from '../../services/ports.ts';
import type { SurroundingsEvent } from './page-events.ts';

const events: Record<SurroundingsChange, SurroundingsEvent['type']> = {
  online: 'network.returned',
  offline: 'network.lost',
  visible: 'page.shown',
  hidden: 'page.hidden',
  woke: 'clock.jumped',
};

/** Tells what happens around the page, while it lives. */
export function surroundingsLogic(surroundings: Surroundings): CallbackActorLogic<EventObject> {
  return fromCallback(({ sendBack }) => surroundings.subscribe((change) => sendBack({ type: events[change] })));
}
