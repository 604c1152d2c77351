#!/bin/sh
# Builds the image of this checkout, and writes into it which version and commit it is:
#
#   sh deploy/build-image.sh [ARGUMENTS]
#
# ARGUMENTS go on to buildah, or to Docker where there is no buildah: --build-arg PREVIOUS=localhost/marigold-lane:before, say. The image is
# named localhost/marigold-lane, or as SHOP_IMAGE says.
set -eu
cd "$(dirname "$0")/.."

# The format of Docker: that of OCI has no health check.
if command -v buildah > /dev/null; then build='buildah bud --format docker --layers'
elif command -v docker > /dev/null; then build='docker build'
else echo 'buildah or Docker is needed to build an image.' >&2; exit 1
fi

version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
[ -n "$version" ] || { echo 'package.json states no version.' >&2; exit 1; }
revision=$(git rev-parse HEAD 2> /dev/null || echo unknown)
# The folder is built, not the commit.
[ -z "$(git status --porcelain 2> /dev/null)" ] || revision=$revision-changed
# An address may hold a password; anything but https may be a folder of this machine.
origin=$(git remote get-url origin 2> /dev/null | sed -n 's|^https://\([^/@]*@\)\{0,1\}|https://|p')
[ -z "$origin" ] || set -- --label "org.opencontainers.image.source=$origin" "$@"

# shellcheck disable=SC2086 # the program and its first arguments
exec $build --file Containerfile --tag "${SHOP_IMAGE:-localhost/marigold-lane}" \
  --build-arg "VERSION=$version" --build-arg "REVISION=$revision" --build-arg "CREATED=$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$@" .
