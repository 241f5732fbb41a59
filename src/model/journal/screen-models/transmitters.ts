import { type TransmitterRow, transmitterRowSchema } from '../../entities/transmitter.ts';
import { type RowsLoaded, rowsModel } from '../rows-model.ts';

declare module '../facts.ts' {
  interface ScreenFacts {
    'transmitters.loaded': RowsLoaded<TransmitterRow>;
  }
}

/** The transmitters of the system (REG-1), each with the number of its model (REG-17). */
export const transmittersModel = rowsModel<TransmitterRow>({
  name: 'transmitters',
  entities: ['transmitter'],
  loaded: 'transmitters.loaded',
  row: transmitterRowSchema,
  fresh: { isTagged: false, measuredInterval: null },
});
