import { useMemo } from 'react';
import { accountName } from '../../model/entities/account.ts';
import { listedRows } from '../../model/journal/rows-model.ts';
import { collaboratorsModel } from '../../model/journal/screen-models/collaborators.ts';
import { collaboratorName } from '../../model/people/collaborators.ts';
import { useReadModel, useScreenModel } from '../session/session-actors.tsx';

/** Returns the names of the people that this system knows, by id. */
export function usePeopleNames(): ReadonlyMap<number, string> {
  const people = useScreenModel(collaboratorsModel, listedRows);
  const account = useReadModel((models) => models.account.account);
  return useMemo(
    () =>
      new Map([
        ...(people ?? []).map((person) => [person.id, collaboratorName(person)] as const),
        ...(account === null ? [] : [[account.id, accountName(account)] as const]),
      ]),
    [people, account],
  );
}
