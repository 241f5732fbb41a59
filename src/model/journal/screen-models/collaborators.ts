import { type Collaborator, collaboratorSchema } from '../../entities/collaborator.ts';
import { type RowsLoaded, rowsModel } from '../rows-model.ts';

declare module '../facts.ts' {
  interface ScreenFacts {
    'collaborators.loaded': RowsLoaded<Collaborator>;
  }
}

/** The people of the system, invited ones too (REG-14); who comes is loaded, as no change says it all. */
export const collaboratorsModel = rowsModel<Collaborator>({
  name: 'collaborators',
  entities: ['member', 'invitation'],
  loaded: 'collaborators.loaded',
  row: collaboratorSchema,
  fresh: null,
});
