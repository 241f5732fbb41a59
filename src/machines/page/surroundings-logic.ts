import { type EventObject, fromCallback } from 'xstate';
import type { Surroundings, SurroundingsChange } from '../../services/ports.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { SurroundingsEvent } from './page-events.ts';

const events: Record<SurroundingsChange, SurroundingsEvent['type']> = {
  online: 'network.returned',
  offline: 'network.lost',
  visible: 'page.shown',
  hidden: 'page.hidden',
  woke: 'clock.jumped',
};

/** Reports what happens around the page until it is stopped. */
export function surroundingsLogic(surroundings: Surroundings): CallbackLogic<EventObject, NoInput, SurroundingsEvent> {
  return fromCallback(({ sendBack }) => surroundings.subscribe((change) => sendBack({ type: events[change] })));
}
