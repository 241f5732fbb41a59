import { typingMachine } from '../../src/machines/typing/typing-machine.ts';
import { samples } from '../support/machine-paths.ts';

export default samples({
  machine: typingMachine,
  inputs: [{ restMs: 500 }],
  events: { 'text.typed': [{ text: 'cr' }, { text: '' }] },
});
