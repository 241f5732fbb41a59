import { fileCalls } from '../../model/contract/file-calls.ts';
import type { ScreenResource } from '../built-screen.ts';

/** The data files of a system and their disk usage; neither has a revision. */
export const dumpFilesList: ScreenResource = {
  name: 'dumpFiles',
  begins: 'line',
  async load({ http }, mitasId, signal) {
    const { fileList: files, quota } = await http.call(fileCalls.listDumpFiles, { params: { mitasId } }, { signal });
    return { asOf: null, facts: [{ type: 'dumpFiles.loaded', files, quota }] };
  },
};
