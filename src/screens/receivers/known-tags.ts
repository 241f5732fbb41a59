import { question } from '../../machines/question/question.ts';
import type { QuestionMachine } from '../../machines/question/question-machine.ts';
import { type KnownTags, knownTags } from '../../model/config/known-tags.ts';
import { transmitterCalls } from '../../model/contract/transmitter-calls.ts';
import type { HttpClient } from '../../services/ports.ts';

/** Returns the machine of the question about a system's tags, for the configuration forms. */
export function systemTags(http: HttpClient): QuestionMachine {
  return question<{ mitasId: string }>(async ({ input: { mitasId }, signal }): Promise<KnownTags> => {
    const { transmitters } = await http.call(transmitterCalls.listTransmitters, { params: { mitasId } }, { signal });
    return knownTags(transmitters);
  });
}
