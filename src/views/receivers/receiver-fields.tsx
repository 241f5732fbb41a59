import { TextField } from '@adobe/react-spectrum/TextField';
import { useState } from 'react';
import { ipCharacters, ipProblem, portProblem } from '../../model/receivers/field-checks.ts';

/** What is typed of an address, and why it is refused (RX-4, RX-5); an IP left as it was is no error. */
export function useTypedAddress(seen: { ipAddress: string; portNumber: number }) {
  const [ip, setIp] = useState(seen.ipAddress);
  const [port, setPort] = useState(String(seen.portNumber));
  const ipError = ip === seen.ipAddress ? null : ipProblem(ip);
  const portError = portProblem(port);
  return { ip, setIp, ipError, port, setPort, portError, valid: ipError === null && portError === null };
}

/** The fields of an address. */
export function AddressFields(props: { address: ReturnType<typeof useTypedAddress>; autoFocus?: boolean; isDisabled?: boolean }) {
  const { ip, setIp, ipError, port, setPort, portError } = props.address;
  const isDisabled = props.isDisabled ?? false;
  return (
    <>
      <TextField
        autoFocus={props.autoFocus ?? false}
        label="IP address"
        value={ip}
        onChange={(text) => setIp(ipCharacters(text))}
        inputMode="decimal"
        width="100%"
        isDisabled={isDisabled}
        validationState={ipError === null ? undefined : 'invalid'}
        errorMessage={ipError ?? undefined}
      />
      <TextField
        label="Port"
        value={port}
        onChange={setPort}
        inputMode="numeric"
        width="100%"
        isDisabled={isDisabled}
        validationState={portError === null ? undefined : 'invalid'}
        errorMessage={portError ?? undefined}
      />
    </>
  );
}

/**
 * A coordinate in degrees, up to `most` either way (RX-6). The keypad that a phone shows for decimals has no
 * minus: it is asked for none.
 */
export function DegreesField(props: {
  label: string;
  most: 90 | 180;
  text: string;
  isValid: boolean;
  isDisabled: boolean;
  autoFocus?: boolean;
  onChange: (text: string) => void;
}) {
  const { label, most, text, isValid, isDisabled, onChange } = props;
  return (
    <TextField
      autoFocus={props.autoFocus ?? false}
      label={label}
      value={text}
      onChange={onChange}
      width="100%"
      isDisabled={isDisabled}
      validationState={isValid ? undefined : 'invalid'}
      errorMessage={isValid ? undefined : `Degrees from -${most} to ${most}`}
    />
  );
}
