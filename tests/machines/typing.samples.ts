import { typingMachine } from '../../src/machines/typing/typing-machine.ts';
import { samples } from '../support/machine-paths.ts';

export default samples({
  machine: typingMachine,
  inputs: [{ restMs: 500 }],
  serializeState: ({ value, context: { text, times } }) => JSON.stringify([value, text, Math.min(times, 1)]),
  events: { 'text.typed': [{ text: 'cr' }, { text: '' }] },
});
