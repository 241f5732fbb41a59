import { question } from '../../machines/question/question.ts';
import type { QuestionMachine } from '../../machines/question/question-machine.ts';
import { type KnownTags, knownTags } from '../../model/config/known-tags.ts';
import { transmitterCalls } from '../../model/contract/transmitter-calls.ts';
import type { HttpClient } from '../../services/ports.ts';

/** What the forms of configurations know of a system's transmitters. */
export function systemTags(http: HttpClient): QuestionMachine {
  return question<{ mitasId: string }>(async ({ input: { mitasId }, signal }): Promise<KnownTags> => {
    const { transmitters } = await http.call(transmitterCalls.listTransmitters, { params: { mitasId } }, { signal });
    return knownTags(transmitters);
  });
}
