#!/bin/sh
# certbot runs this after each renewal (--deploy-hook). The host reads its certificate when it starts, so this
# restarts it. Consoles reconnect by themselves.
set -eu
install -m 640 -o root -g telemetry "$RENEWED_LINEAGE/fullchain.pem" /etc/telemetry-console/cert.pem
install -m 640 -o root -g telemetry "$RENEWED_LINEAGE/privkey.pem" /etc/telemetry-console/key.pem
systemctl try-restart telemetry-console.service
