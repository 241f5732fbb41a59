import { useSelector } from '@xstate/react';
import type { SubmissionRef } from '../../machines/submission/submission-machine.ts';
import { TextForm } from '../controls/text-form.tsx';
import { PublicCard } from './public-card.tsx';
import { Confirmed } from './verified.tsx';

type Props = {
  form: SubmissionRef;
  /** The address that the link was sent to. */
  email: string;
  title: string;
  /** What pressing the button will do. */
  about: string;
  send: string;
  /** What pressing the button has done. */
  done: string;
};

/** Makes a link that changes something wait for a press, because programs that scan emails open links too. */
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
