// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "files/pickle.h"
#include "files/tensor.h"
#include "files/torchstorage.h"

namespace core {

/// Where the tensors of a file come from.
struct TorchSource
{
    const FilePart& part; ///< the file, for messages
    const Pickle& pickle;
    const TorchStorages& storages; ///< with their bytes
    ByteOrder order = ByteOrder::Little;
};

/// Whether a call makes a tensor.
bool makesTensor(const Pickle& pickle, const PickleCall& call);

/// The tensor that a call of _rebuild_tensor, _v2, _v3 or _rebuild_parameter describes, in place: any view of its
/// storage, strided or expanded. Errors: Malformed (among them a view that reaches beyond its storage), Unsupported.
Result<Tensor> torchView(const TorchSource& source, const PickleCall& call, const std::string& name);

}
