import * as v from 'valibot';
import { operationId, whole } from '#model/fields/value-fields.ts';
import { text } from '#model/fields/fields.ts';
import { inWords } from '#model/fields/issue-text.ts';
import { commandType } from '#model/entities/command.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import type { CommandAnswer } from './asking-receivers.ts';
import type { CommandStep } from './driver-port.ts';

/** A receiver's answer to a command (CMD-9), on the wire. */
export const wireAnswerSchema = v.object({
  commandId: operationId,
  status: v.picklist(['acknowledged', 'executing', 'retrying', 'completed', 'failed']),
  /** The number of the try, from 1; read only with 'retrying'. */
  attempt: v.optional(whole(1, 1_000)),
  /** Why the command failed, as a sentence. */
  error: v.optional(v.pipe(text(300), v.minLength(1))),
});

/** The commands for a receiver that asks. */
export const givenCommands = v.object({
  commands: v.array(
    v.object({
      commandId: operationId,
      rxId: v.number(),
      commandType,
      askedAt: v.number(),
    }),
  ),
});

const refusedText = 'The receiver refused it';

/** Reads one answer, or returns why it is refused. */
export function readAnswer(line: string): Result<CommandAnswer> {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    return refused('It is not a JSON object');
  }
  const read = v.safeParse(wireAnswerSchema, given, { abortEarly: true, ...inWords });
  if (read.success) return accepted({ commandId: read.output.commandId, step: stepOf(read.output) });
  const [issue] = read.issues;
  const field = v.getDotPath(issue);
  return refused(`${field === null ? 'It' : `'${field}'`}: ${issue.message}`);
}

function stepOf({ status, attempt, error }: v.InferOutput<typeof wireAnswerSchema>): CommandStep {
  if (status === 'retrying') return { kind: status, attempt: attempt ?? 2 };
  if (status === 'failed') return { kind: status, error: error ?? refusedText };
  return { kind: status };
}
