#!/usr/bin/env bash
# Packs what a machine with PyTorch and CUDA, but without a JDK, needs: target/gpu-bundle.tar.xz with a
# Java runtime, the jars, and of the natives only the bindings. There:
#   tar xf gpu-bundle.tar.xz
#   INCRT_TORCH=$(python3 -c 'import torch; print(torch.__path__[0])') gpu-bundle/incrt train --device cuda
# Leaves out what exporting needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[ "$(uname -sm)" = "Linux x86_64" ] || { echo "a bundle is made on Linux x86_64, not $(uname -sm)" >&2; exit 1; }
home=${JAVA_HOME:-$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')}
[ -x "$home/bin/jlink" ] || { echo "$home has no jlink; set JAVA_HOME to a JDK 17 or newer" >&2; exit 1; }

JAVA_HOME=$home mvn -q -B -Dquick -DskipTests package
bundle=target/gpu-bundle
rm -rf "$bundle"
mkdir -p "$bundle/lib"
cp incrt "$bundle/"
cp incrt-cli/target/incrt-cli.jar incrt-bench/target/incrt-bench.jar "$bundle/"
for jar in incrt-cli/target/lib/*.jar; do
  case $(basename "$jar") in
    mkl-* | onnxruntime-* | protobuf-* | tribuo-* | openblas-*-linux-* | pytorch-*-linux-* | tokenizers-*) ;;
    *) cp "$jar" "$bundle/lib/" ;;
  esac
done

# A jar without the natives that are not named; nothing is compressed, since xz does it better at the end.
slim() {
  local name=$1 keep=$2 files
  files=$(mktemp -d)
  (cd "$files" && "$home/bin/jar" -x -f "$OLDPWD/$name")
  find "$files" -type f \( -name '*.so*' -o -name '*.dylib' -o -name '*.dll' \) ! -path "$keep" -delete
  "$home/bin/jar" -c -0 -M -f "$bundle/lib/$(basename "$name")" -C "$files" .
  rm -rf "$files"
}
slim "$(ls incrt-cli/target/lib/pytorch-*-linux-x86_64.jar)" '*/libjnitorch.so'
slim "$(ls incrt-cli/target/lib/tokenizers-*.jar)" '*/linux-x86_64/cpu/*'

# All classes in one place without their modules, since jdeps gives up at modules that are not there.
classes=$(mktemp -d)
for jar in "$bundle"/*.jar "$bundle"/lib/*.jar; do
  (cd "$classes" && "$home/bin/jar" -x -f "$OLDPWD/$jar" 2>/dev/null)
done
rm -rf "$classes/META-INF"
find "$classes" -name module-info.class -delete
modules=$("$home/bin/jdeps" --print-module-deps --ignore-missing-deps "$classes")
rm -rf "$classes"
"$home/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages \
    --output "$bundle/jre"
tar -cJf "$bundle.tar.xz" -C target gpu-bundle
ls -l "$bundle.tar.xz"
