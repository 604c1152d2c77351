#!/bin/sh
# Writes what compose.yaml needs and nobody may see: .env, with secrets made at random, and a certificate to try it with.
# What is there already is left alone.
#
#   sh deploy/new-secrets.sh https://shop.example
set -eu
cd "$(dirname "$0")/.."
umask 077

address=${1:-}
case $address in
  https://?*) ;;
  *) echo 'Usage: sh deploy/new-secrets.sh https://THE-NAME-OF-THE-SHOP' >&2; exit 1 ;;
esac
name=$(echo "$address" | sed 's|https://||; s|[:/].*||')

if [ -e .env ]; then
  echo '.env is there already and is left as it is.'
else
  # Letters and digits only: the password becomes part of an address.
  random() { head -c 256 /dev/urandom | base64 | tr -dc 'A-Za-z0-9' | head -c 48; }
  cat > .env <<END
PUBLIC_URL=$address
POSTGRES_PASSWORD=$(random)
JWT_SECRET=$(random)
# To sell: the three values of a PayPal app, and the mail server.
PAYPAL_CLIENT_ID=
PAYPAL_CLIENT_SECRET=
PAYPAL_WEBHOOK_ID=
SMTP_URL=
MAIL_FROM=
SHOP_EMAIL=
# To try it instead, with one shop: everything is pretended, and every page says so.
DEMO=false
END
  echo 'Wrote .env: fill in PayPal and the mail server.'
fi

pem=deploy/tls/shop.pem
if [ -e "$pem" ]; then
  echo "$pem is there already and is left as it is."
else
  mkdir -p deploy/tls
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name" -keyout deploy/tls/key.pem -out deploy/tls/certificate.pem 2> /dev/null
  cat deploy/tls/certificate.pem deploy/tls/key.pem > "$pem"
  # The balancer's user reads it; others cannot enter the folder.
  chmod 644 "$pem"
  echo "Wrote $pem, signed by itself: replace it by a certificate of yours."
fi
