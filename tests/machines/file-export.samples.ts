import { FailureError } from '#model/contract/failure.ts';
import { fileExportMachine } from '../../src/machines/file-export/file-export-machine.ts';
import { promise, samples } from '../support/machine-paths.ts';

export default samples({
  machine: fileExportMachine,
  inputs: [undefined],
  events: {
    'file.save': { file: { name: 'contacts.csv', mimeType: 'text/csv', parts: ['a,b\r\n'] } },
    'file.cancel': {},
  },
  actors: {
    keepChoice: promise({ outputs: [undefined], errors: [new FailureError({ kind: 'network' })] }),
    saveFile: promise({ outputs: [null, true], errors: [new Error('out of memory'), new FailureError({ kind: 'network' })] }),
  },
  systems: ['snackbar'],
});
