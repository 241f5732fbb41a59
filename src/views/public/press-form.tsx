import { useSelector } from '@xstate/react';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import { TextForm } from '../controls/text-form.tsx';
import { PublicCard } from './public-card.tsx';
import { Confirmed } from './verified.tsx';

type Props = {
  form: SubmissionRef;
  /** Whose link it is. */
  email: string;
  title: string;
  /** What the press will do. */
  about: string;
  send: string;
  /** What it did. */
  done: string;
};

/** A link that does something by itself waits for a press: programs that look through mails open it too. */
export function PressForm({ form, email, title, about, send, done }: Props) {
  const isDone = useSelector(form, (snapshot) => snapshot.hasTag('done'));
  if (isDone) return <Confirmed>{done}</Confirmed>;
  return (
    <PublicCard title={title}>
      <TextForm
        form={form}
        label={title}
        fields={[{ name: 'email', label: 'Email', autoComplete: 'email', isReadOnly: true }]}
        values={{ email }}
        onChange={() => {}}
        send={send}
      >
        <p>{about}</p>
      </TextForm>
    </PublicCard>
  );
}
